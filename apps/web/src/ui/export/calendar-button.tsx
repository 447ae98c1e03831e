import { saveFile } from '../../browser/page/save-file.ts';
import { CalendarPlus } from '../icons/lucide/calendar-plus.ts';
import { type CalendarEvent, toCalendarFile } from './calendar-file.ts';

export interface CalendarButtonProps {
  readonly label: string;
  readonly fileName: string;
  readonly event: Omit<CalendarEvent, 'url'>;
}

/** Saves the end of a period as a calendar event, with a link back to this page. */
export function CalendarButton({ label, fileName, event }: CalendarButtonProps) {
  const save = () => saveFile(fileName, 'text/calendar', toCalendarFile({ ...event, url: location.href }, new Date()));
  return (
    <button className="btn" type="button" onClick={save}>
      <CalendarPlus className="i" />
      {label}
    </button>
  );
}

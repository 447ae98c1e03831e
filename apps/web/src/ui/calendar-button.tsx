import { CalendarPlus } from 'lucide-react';
import { type CalendarEvent, toCalendarFile } from './calendar-file.ts';
import { saveFile } from './save-file.ts';

export interface CalendarButtonProps {
  readonly label: string;
  readonly fileName: string;
  readonly event: Omit<CalendarEvent, 'url'>;
}

/** Hands out the end of something for a calendar, with a link back to this page. */
export function CalendarButton({ label, fileName, event }: CalendarButtonProps) {
  const save = () => saveFile(fileName, 'text/calendar', toCalendarFile({ ...event, url: location.href }, new Date()));
  return (
    <button className="btn" type="button" onClick={save}>
      <CalendarPlus className="i" />
      {label}
    </button>
  );
}

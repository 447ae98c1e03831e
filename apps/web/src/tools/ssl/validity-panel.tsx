import { CalendarPlus, Clock } from 'lucide-react';
import { type CalendarEvent, toCalendarFile } from '../../ui/calendar-file.ts';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TimelineBar } from '../../ui/timeline-bar.tsx';
import { type Period, periodOf, periodTone } from './certificate-tone.ts';
import { shortName } from './distinguished-name.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** How much of the certificate's life has passed, and the day to remember. */
export function Validity({ known, now }: { readonly known: SslKnown; readonly now: Date }) {
  const { validFrom, validUntil, valid } = known;
  const period = periodOf(validFrom ?? null, validUntil ?? null);
  const isKnown = validFrom !== undefined;
  return (
    <Panel title="Validity" icon={Clock} actions={period && <CalendarButton known={known} period={period} now={now} />}>
      {period === null ? (
        <p className="still">{isKnown && texts.missing}</p>
      ) : (
        <TimelineBar {...period} now={now} tone={valid === false ? 'bad' : periodTone(period, now)} />
      )}
    </Panel>
  );
}

interface CalendarButtonProps {
  readonly known: SslKnown;
  readonly period: Period;
  readonly now: Date;
}

function CalendarButton({ known, period, now }: CalendarButtonProps) {
  const host = known.peerHost ?? '';
  const event: CalendarEvent = {
    uid: `ssl-${known.serialNumber?.replaceAll(':', '') ?? ''}@${host}`,
    summary: `The certificate of ${host} expires`,
    description: known.issuer == null ? '' : `Issued by ${shortName(known.issuer)}.`,
    url: location.href,
    at: period.until,
    remindDaysBefore: [14, 3],
  };
  return (
    <button
      className="btn"
      type="button"
      onClick={() => saveFile(`certificate-${host}.ics`, 'text/calendar', toCalendarFile(event, now))}
    >
      <CalendarPlus className="i" />
      Add to calendar
    </button>
  );
}

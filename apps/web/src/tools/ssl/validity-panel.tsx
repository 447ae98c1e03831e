import { Clock } from 'lucide-react';
import { CalendarButton } from '../../ui/calendar-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimelineBar } from '../../ui/timeline-bar.tsx';
import { periodOf, periodTone } from './certificate-tone.ts';
import { shortName } from './distinguished-name.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

/** How much of the certificate's life has passed, and the day to remember: red only when time is what is wrong. */
export function Validity({ known, now }: { readonly known: SslKnown; readonly now: Date }) {
  const { validFrom, validUntil } = known;
  const period = periodOf(validFrom ?? null, validUntil ?? null);
  const isKnown = validFrom !== undefined;
  return (
    <Panel
      title="Validity"
      icon={Clock}
      actions={period !== null && now < period.until && <ExpiryButton known={known} until={period.until} />}
    >
      {period === null ? (
        <p className="still">{isKnown && texts.missing}</p>
      ) : (
        <TimelineBar {...period} now={now} tone={periodTone(period, now)} />
      )}
    </Panel>
  );
}

function ExpiryButton({ known, until }: { readonly known: SslKnown; readonly until: Date }) {
  const host = known.peerHost ?? '';
  const event = {
    uid: `ssl-${known.serialNumber?.replaceAll(':', '') ?? ''}@${host}`,
    summary: `The certificate of ${host} expires`,
    description: known.issuer == null ? '' : `Issued by ${shortName(known.issuer)}.`,
    at: until,
    remindDaysBefore: [14, 3],
  };
  return <CalendarButton label="Add to calendar" fileName={`certificate-${host}.ics`} event={event} />;
}

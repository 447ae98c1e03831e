import { shortName } from '@sonde/contract/text/distinguished-name';
import { validityOf } from '@sonde/contract/tools/ssl/pictures/read';
import { validityPicture } from '@sonde/contract/tools/ssl/pictures/validity';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { Picture } from '../../../ui/charts/picture.tsx';
import { TimelineBar } from '../../../ui/charts/timeline-bar.tsx';
import { CalendarButton } from '../../../ui/export/calendar-button.tsx';
import { CalendarClock } from '../../../ui/icons/lucide/calendar-clock.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { SslKnown } from '../query.ts';
import { periodOf, periodTone } from './certificate-tone.ts';

/** The elapsed part of the certificate's lifetime, and its last day; red only if the period is the problem. */
export function Validity({ known, now }: { readonly known: SslKnown; readonly now: Date }) {
  const { validFrom, validUntil } = known;
  const period = periodOf(validFrom ?? null, validUntil ?? null);
  const isKnown = validFrom !== undefined;
  return (
    <Panel
      title="Validity"
      span={8}
      icon={CalendarClock}
      actions={period !== null && now < period.until && <ExpiryButton known={known} until={period.until} />}
    >
      {period === null ? (
        <p className="still">{isKnown && sslTexts.missing}</p>
      ) : (
        <TimelineBar {...period} now={now} tone={periodTone(period, now)} due={dueDay(known, now)} />
      )}
      {(known.servedCertificates?.length ?? 0) > 1 && <Picture of={validityPicture(known, now.getTime())} />}
    </Panel>
  );
}

function dueDay({ validFrom, validUntil }: SslKnown, now: Date): Date | null {
  const validity = validityOf(validFrom, validUntil, now.getTime());
  return validity === null || validity.isOver ? null : new Date(validity.warnsFrom);
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

import { ShieldCheck, ShieldX } from 'lucide-react';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { daysLeft, periodOf } from './certificate-tone.ts';
import { CheckLine, type CheckPhase } from './check-line.tsx';
import { shortName } from './distinguished-name.ts';
import { exportTables } from './export-tables.ts';
import type { SslKnown } from './query.ts';
import { texts } from './texts.ts';

export interface SummaryProps {
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  readonly now: Date;
  onCancel(): void;
}

/** The answer in one line: how long the certificate lasts, and whether it can be trusted. */
export function Summary({ domain, known, phase, now, onCancel }: SummaryProps) {
  return (
    <AnswerCard
      title={domain}
      mono
      sub={<Sub known={known} />}
      stats={stats(known, now)}
      badge={<Status valid={known.valid} />}
      announcement={announcement(domain, known, now)}
      actions={
        <>
          <ShareButton />
          <ExportMenu
            tool="ssl"
            target={domain}
            data={known}
            tables={exportTables(known)}
            disabled={phase === 'filling'}
          />
        </>
      }
    >
      <CheckLine known={known} phase={phase} onCancel={onCancel} />
    </AnswerCard>
  );
}

/** Who vouches for it, and what a current client gets; a line each, so that nothing moves when the second comes. */
function Sub({ known: { issuer, protocol, cipherSuite } }: { readonly known: SslKnown }) {
  return (
    <>
      {issuer == null ? ' ' : `Issued by ${visibleText(shortName(issuer))}`}
      <span className="under">
        {protocol ?? ' '}
        {cipherSuite != null && <span className="wide"> · {cipherSuite}</span>}
      </span>
    </>
  );
}

function stats({ validFrom, validUntil }: SslKnown, now: Date) {
  const period = periodOf(validFrom ?? null, validUntil ?? null);
  if (period === null) return [];
  const left = daysLeft(period, now);
  if (left < 0) return [{ value: String(-left), label: left === -1 ? 'day since expiry' : 'days since expiry' }];
  return [{ value: String(left), label: left === 1 ? 'day left' : 'days left' }];
}

/** «Secure» or «Not Secure»; nothing while it is not known. */
export function Status({ valid }: { readonly valid: boolean | undefined }) {
  if (valid === undefined) return null;
  const Icon = valid ? ShieldCheck : ShieldX;
  return (
    <span className={valid ? 'badge ok' : 'badge bad'}>
      <Icon className="i" />
      {valid ? texts.secure : texts.notSecure}
    </span>
  );
}

function announcement(domain: string, known: SslKnown, now: Date): string {
  if (known.valid === undefined) return `Checking ${domain}`;
  const [left] = stats(known, now);
  return [`${domain}: ${known.valid ? texts.secure : texts.notSecure}`, left && `${left.value} ${left.label}`]
    .filter(Boolean)
    .join(', ');
}

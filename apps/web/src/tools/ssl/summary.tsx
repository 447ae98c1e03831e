import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { daysBetween, daysToEnd, periodOf } from './certificate-tone.ts';
import { CheckLine, type CheckPhase } from './check-line.tsx';
import { shortName } from './distinguished-name.ts';
import { exportTables } from './export-tables.ts';
import type { SslKnown } from './query.ts';
import { Reasons } from './reasons.tsx';
import { SECURITY_INFORMATION } from './security-panels.tsx';
import { Status } from './status.tsx';
import { texts } from './texts.ts';

export interface SummaryProps {
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  readonly now: Date;
  onCancel(): void;
}

/** The answer in one line: how long the certificate lasts, and whether it can be trusted; if not, why, and what to do. */
export function Summary({ domain, known, phase, now, onCancel }: SummaryProps) {
  return (
    <AnswerCard
      title={domain}
      mono
      sub={<Sub known={known} />}
      stats={stats(known, now)}
      badge={<Judgement known={known} />}
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
      <Reasons known={known} />
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
  const isAhead = now < period.from;
  const count = isAhead ? daysBetween(now, period.from) : daysToEnd(period, now);
  const unit = count === 1 ? 'day' : 'days';
  const what = isAhead ? 'until it is valid' : period.until < now ? 'since expiry' : 'left';
  return [{ value: String(count), label: `${unit} ${what}` }];
}

/** Of the certificate, and of the server: one may be in order while the other is not. */
function Judgement({ known: { valid, vulnerabilities = [] } }: { readonly known: SslKnown }) {
  return (
    <div className="badges">
      <Status valid={valid} />
      {vulnerabilities.length > 0 && (
        <a href={`#${SECURITY_INFORMATION}`}>
          <Badge tone="bad">{inWords(vulnerabilities)}</Badge>
        </a>
      )}
    </div>
  );
}

const inWords = ({ length }: readonly unknown[]) => `${length} known vulnerabilit${length === 1 ? 'y' : 'ies'}`;

function announcement(domain: string, known: SslKnown, now: Date): string {
  if (known.valid === undefined) return `Checking ${domain}`;
  const [left] = stats(known, now);
  const { valid, vulnerabilities = [] } = known;
  return [
    `${domain}: ${valid ? texts.secure : texts.notSecure}`,
    vulnerabilities.length > 0 && inWords(vulnerabilities),
    left && `${left.value} ${left.label}`,
  ]
    .filter(Boolean)
    .join(', ');
}

import { sslTables } from '@sonde/contract/tables/ssl';
import { sslTexts } from '@sonde/contract/tables/ssl-words';
import { shortName } from '@sonde/contract/text/distinguished-name';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { ShareButton } from '../../ui/export/share-button.tsx';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Badge } from '../../ui/tables/badge.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { SaveButton } from '../screens/save-button.tsx';
import { daysBetween, daysToEnd, periodOf } from './certificate/certificate-tone.ts';
import { CheckLine, type CheckPhase } from './check-line.tsx';
import { Reasons } from './findings/reasons.tsx';
import { SECURITY_INFORMATION } from './protocol/security-panels.tsx';
import type { SslKnown } from './query.ts';
import { Status } from './status.tsx';

export interface SummaryProps {
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  readonly now: Date;
  onCancel(): void;
}

/** The answer in one line: how long the certificate is valid and whether it is trusted; if not, why, and what to do. */
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
          <SaveButton target={domain} />
          <ExportMenu
            tool="ssl"
            target={domain}
            data={known}
            tables={sslTables(known)}
            disabled={phase === 'running'}
          />
        </>
      }
    >
      <Reasons known={known} />
      <CheckLine known={known} phase={phase} onCancel={onCancel} />
    </AnswerCard>
  );
}

/** The issuer, and what a current client negotiates; a line each, so that nothing moves when the second arrives. */
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

/** For the certificate and for the server: one may be in order while the other is not. */
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
    `${domain}: ${valid ? sslTexts.secure : sslTexts.notSecure}`,
    vulnerabilities.length > 0 && inWords(vulnerabilities),
    left && `${left.value} ${left.label}`,
  ]
    .filter(Boolean)
    .join(', ');
}

import { shortName } from '@sonde/contract/text/distinguished-name';
import { knownWord } from '@sonde/contract/text/known-word';
import { sslTables } from '@sonde/contract/tools/ssl/tables/tables';
import { reasonNames } from '@sonde/contract/tools/ssl/tables/words';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { formatDay } from '../../ui/times/format-day.ts';
import { Verdict } from '../findings/verdict.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { daysBetween, daysToEnd, periodOf } from './certificate/certificate-tone.ts';
import { CheckLine, type CheckPhase } from './check-line.tsx';
import { Judgement, judgementWords, partsOf } from './findings/judgement.tsx';
import type { SslKnown } from './query.ts';
import { Reach } from './reach.tsx';

export interface SummaryProps {
  readonly domain: string;
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  readonly now: Date;
  onCancel(): void;
}

/** The answer in short: how long the certificate is valid, whether it is trusted, the server, and what to do first. */
export function Summary({ domain, known, phase, now, onCancel }: SummaryProps) {
  const isRunning = phase === 'running';
  const findings = isRunning ? undefined : known.findings;
  const { certificate = [], server = [] } = partsOf(findings);
  return (
    <AnswerCard
      title={domain}
      mono
      sub={<Sub known={known} />}
      stats={stats(known, now)}
      badge={<Judgement valid={known.valid} findings={findings} isRunning={isRunning} />}
      announcement={isRunning ? `Checking ${domain}` : announcement(domain, known, now)}
      actions={<AnswerActions tool="ssl" target={domain} data={known} tables={sslTables(known)} disabled={isRunning} />}
    >
      <Verdict
        findings={findings && [...certificate, ...server]}
        pending={<SoFar known={known} isRunning={isRunning} />}
        hasCounts={false}
      />
      <Reach clients={known.clients} />
      <CheckLine known={known} phase={phase} onCancel={onCancel} />
    </AnswerCard>
  );
}

/** The issuer, and what a current client negotiates, one line each, so that nothing moves when the second arrives. */
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
  const until = isAhead || period.until < now ? '' : ` (${formatDay(period.until)})`;
  const what = isAhead ? 'until it is valid' : period.until < now ? 'since expiry' : 'left';
  return [{ value: String(count), label: `${unit} ${what}${until}` }];
}

interface SoFarProps {
  readonly known: SslKnown;
  readonly isRunning: boolean;
}

/**
 * A reason not to trust a certificate is final as soon as it is known; a good result may still change. Servers that
 * send no findings still send their reasons.
 */
function SoFar({ known: { valid, reasons = [], observations = [] }, isRunning }: SoFarProps) {
  const [worst] = reasons;
  if (valid !== false || worst === undefined) return isRunning && 'The verdict appears when the check is complete.';
  const seen = observations.find(({ name }) => name === worst);
  return (
    <>
      <strong>Not trusted: {reasons.map((reason) => knownWord(reasonNames, reason, reason)).join(', ')}.</strong>{' '}
      {seen?.evidence != null && withLocalTimes(visibleText(seen.evidence))}
    </>
  );
}

function announcement(domain: string, known: SslKnown, now: Date): string {
  if (known.valid === undefined) return `Checking ${domain}`;
  const [left] = stats(known, now);
  const words = `${domain}: ${judgementWords(known.valid, known.findings)}`;
  return left === undefined ? words : `${words}; ${left.value} ${left.label}`;
}

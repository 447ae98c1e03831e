import { counted } from '@sonde/contract/text/counted';
import { shortName } from '@sonde/contract/text/distinguished-name';
import { knownWord } from '@sonde/contract/text/known-word';
import { reasonNames } from '@sonde/contract/tools/ssl/tables/words';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import { formatDay } from '../../ui/times/format-day.ts';
import { daysBetween, daysToEnd, periodOf } from './certificate/certificate-tone.ts';
import { gapSentence, partialSentence } from './messages.ts';
import type { SslKnown } from './query.ts';

/** `running`: parts are still arriving; `done`: complete; `outdated`: the previous answer while a new check runs. */
export type CheckPhase = 'running' | 'done' | 'outdated';

/**
 * What happens now. A reason not to trust a certificate is final as soon as it is known; a good result may still change.
 */
export function saidOf(known: SslKnown): string {
  const { valid, reasons = [], observations = [] } = known;
  const [worst] = reasons;
  if (valid !== false || worst === undefined) return doing(known);
  const seen = observations.find(({ name }) => name === worst)?.evidence ?? '';
  const words = reasons.map((reason) => knownWord(reasonNames, reason, reason)).join(', ');
  return `Not trusted: ${words}. ${withLocalTimes(visibleText(seen))}`;
}

function doing({ subject, enabledProtocols, vulnerabilities, groups }: SslKnown): string {
  if (subject === undefined) return 'Connecting and reading the certificate';
  if (enabledProtocols === undefined) return 'Testing protocol versions';
  if (groups === undefined || vulnerabilities === undefined) return 'Testing cipher suites';
  return 'Testing for known vulnerabilities';
}

/** Days left, issuer, what a current client negotiates, and the effort of a check that has ended. */
export function factsOf(known: SslKnown, now: Date, isWhole: boolean) {
  const { issuer, protocol, cipherSuite, connections, address } = known;
  const effort = connections == null || !isWhole ? null : counted(connections, 'connection');
  return [
    daysInWords(known, now),
    issuer == null ? null : `Issued by ${visibleText(shortName(issuer))}`,
    protocol,
    cipherSuite,
    effort !== null && `${endOf(known)}: ${effort}${address == null ? '' : ` to ${address}`}`,
  ];
}

/** How a check has ended. It is not complete while something that it asked for is not known, such as the revocation. */
function endOf(known: SslKnown): string {
  if (gapSentences(known).length > 0) return 'Check incomplete';
  const unknown = (known.checks ?? [])
    .filter(({ state }) => state === 'unknown')
    .map(({ title }) => title.toLowerCase());
  return unknown.length === 0 ? 'Check complete' : `Check ended, ${unknown.join(' and ')} not determined`;
}

/** `79 days left (12 Feb 2027)`. */
function daysInWords({ validFrom, validUntil }: SslKnown, now: Date): string | null {
  const period = periodOf(validFrom ?? null, validUntil ?? null);
  if (period === null) return null;
  const isAhead = now < period.from;
  const count = isAhead ? daysBetween(now, period.from) : daysToEnd(period, now);
  const days = counted(count, 'day');
  if (isAhead) return `${days} until it is valid`;
  return period.until < now ? `${days} since expiry` : `${days} left (${formatDay(period.until)})`;
}

/** What is missing from an answer that has ended. */
export function gapSentences(known: SslKnown): string[] {
  return [partialSentence(known), gapSentence(known.gaps ?? [])].filter((text) => text !== null);
}

export function announcementOf(domain: string, known: SslKnown, now: Date): string {
  if (known.valid === undefined) return `Checking ${domain}`;
  const trust =
    known.valid === null ? 'certificate not known' : known.valid ? 'certificate trusted' : 'certificate not trusted';
  return [`${domain}: ${trust}`, daysInWords(known, now)].filter((part) => part !== null).join('; ');
}

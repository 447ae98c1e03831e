import type { PartialReason } from '../../../../tls/judgement.ts';
import { listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';

const reasonTexts: Readonly<Record<PartialReason, readonly [why: string, fix: string]>> = {
  limited_by_server: [
    'The server stopped answering handshakes that it had answered before, which suggests a connection limit.',
    'Check again in a few minutes, or exempt the checking address from the limit.',
  ],
  long_hellos_unanswered: [
    'Only a short ClientHello was answered, and every further test needs longer ones.',
    'Check again when long ClientHellos are answered.',
  ],
  connection_limit: [
    'The check reached its limit of connections.',
    'Accept fewer suites and versions, so that the check needs fewer connections.',
  ],
  byte_limit: ['The server sent more than the check reads.', 'Send a shorter chain, and accept fewer suites.'],
  time_limit: ['The check reached its time limit.', 'Check again when the server or the network is less busy.'],
  address_limit: [
    'The limit of connections to this address, which all checks share, has been reached.',
    'Check again in half a minute.',
  ],
};

/** Gaps that have findings of their own. */
const ELSEWHERE = /^(certificate|revocation|HEARTBLEED|CCS|ROBOT|address .*|IPv6 addresses|\d+ further addresses)$/;

/** What the check could not complete. */
export function completenessFindings({ domain, gaps, partial, partialReason }: UnjudgedSsl): SslFinding[] {
  const parts = gaps.filter(({ part }) => !ELSEWHERE.test(part)).map(({ part }) => part);
  if (parts.length === 0 && !partial) return [];
  const [why, fix] = partialReason === null ? [null, 'Check again.'] : reasonTexts[partialReason];
  const missing = parts.length > 0 ? [`Not measured completely: ${listed(parts, 8)}.`] : [];
  const evidence = [...missing, ...(why === null ? [] : [why])].join(' ') || 'The check ended early.';
  return [{ code: 'check-incomplete', state: 'unknown', about: domain, evidence, fix }];
}

import type { FailureCode, Gap, ServedCertificate } from '@sonde/contract';
import { ADDRESS_RETRY_SECONDS, type Part } from '../answer-parts.ts';
import type { Problem } from '../certificate/reasons.ts';
import { type CertificateFacts, judgementOf } from '../certificates.ts';
import { differencesIn } from './differences.ts';
import { type Chain, isOfSameKey, type Places } from './places.ts';
import { listed } from './words.ts';

/** The fields of the answer that name every certificate and where it was met. */
export function servedPart(places: Places): Pick<Part<'served'>, 'addresses' | 'servedCertificates' | 'differences'> {
  return {
    addresses: [...places.rows],
    servedCertificates: places.chains.map(describe),
    differences: differencesIn(places),
  };
}

function describe(chain: Chain): ServedCertificate {
  const { subject, issuer, validFrom, validUntil, key, certificateFingerprints } = chain.facts.fields;
  return {
    number: chain.number,
    subject,
    issuer,
    validFrom,
    validUntil,
    key,
    fingerprint: certificateFingerprints['SHA-256'],
    chainLength: chain.facts.sentCount,
    valid: chain.facts.valid,
    reasons: [...chain.facts.reasons],
    decides: decides(chain),
  };
}

/**
 * Clients of today send the name. One without a name that gets a certificate for other names has met the server's default,
 * which says nothing of this name; one for this name is its own, wherever it is met.
 */
function decides({ facts, isElsewhere, addresses }: Chain): boolean {
  return isElsewhere || addresses.length > 0 || !facts.reasons.includes('hostname_mismatch');
}

/** The judgement over all certificates: what is wrong with any of them is wrong with the server. */
export function judgeAll(main: CertificateFacts, { chains }: Places) {
  const others = chains.filter((chain) => chain.facts !== main && decides(chain));
  const first = chains.find(({ facts }) => facts === main) ?? null;
  return judgementOf([...main.findings, ...others.flatMap((chain) => findingsOf(chain, first))]);
}

function findingsOf(chain: Chain, main: Chain | null): Problem[] {
  return chain.facts.findings.map(({ name, evidence }) => ({ name, evidence: `${whereOf(chain, main)}: ${evidence}` }));
}

function whereOf(chain: Chain, main: Chain | null): string {
  const { number, facts, addresses, isElsewhere } = chain;
  const forOthers = `for clients that need a key of type ${facts.fields.key?.type ?? 'unknown'}`;
  const where = [
    ...(isElsewhere ? [main !== null && isOfSameKey(chain, main) ? 'in some handshakes' : forOthers] : []),
    ...(addresses.length > 0 ? [`at ${listed(addresses)}`] : []),
  ];
  return `Certificate ${number}, ${where.length > 0 ? where.join(', ') : 'for clients that send no server name'}`;
}

const codeOfProblem: Readonly<Record<NonNullable<Places['rows'][number]['problem']>, FailureCode>> = {
  connection_refused: 'unreachable',
  unreachable: 'unreachable',
  reset: 'unreachable',
  timeout: 'timeout',
  not_tls: 'protocol',
  handshake_failed: 'protocol',
  unrecognized_name: 'protocol',
  invalid_response: 'protocol',
  too_large: 'protocol',
  unread: 'protocol',
  limited: 'rate-limited',
  not_asked: 'protocol',
};

/** Addresses whose certificate is not known. */
export function servedGaps({ rows }: Places): Gap[] {
  const missing = rows.filter(({ isMeasured, problem }) => !isMeasured && problem !== null);
  const isSix = ({ address }: Places['rows'][number]) => address.includes(':');
  const sixes = rows.filter((row) => !row.isMeasured && isSix(row));
  // A machine without IPv6 reaches none of them: that is one thing that is not known, and ours.
  const isWithoutSix = sixes.length > 1 && sixes.every(({ problem }) => problem === 'unreachable');
  const notAsked = rows.filter(({ problem }) => problem === 'not_asked');
  const named = missing.filter((row) => row.problem !== 'not_asked' && !(isWithoutSix && isSix(row)));
  return [
    ...named.map(({ address, problem }) => ({
      part: `address ${address}`,
      code: codeOfProblem[problem ?? 'unread'],
      ...(problem === 'limited' ? { retryAfterSeconds: ADDRESS_RETRY_SECONDS } : {}),
    })),
    ...(isWithoutSix ? [{ part: 'IPv6 addresses', code: codeOfProblem.unreachable }] : []),
    ...(notAsked.length > 0 ? [{ part: `${notAsked.length} further addresses`, code: codeOfProblem.not_asked }] : []),
  ];
}

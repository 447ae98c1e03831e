import type { AddressProblem, FailureCode, Gap, ServedCertificate } from '@sonde/contract';
import { reasons } from '@sonde/contract/failure';
import type { CertificateProblem } from '../../../engines/tls/certificate/reasons.ts';
import { ADDRESS_RETRY_SECONDS, type ProgressPart } from '../answer/answer-parts.ts';
import { type CertificateFacts, judgementOf } from '../answer/certificate-facts.ts';
import { type ChainsByAddress, isOfSameKey, type PresentedChain } from './chains-by-address.ts';
import { differencesIn } from './differences.ts';
import { listed } from './wording.ts';

/** The fields of the answer that list every certificate and where it is served. */
export function servedPart(
  places: ChainsByAddress,
): Pick<ProgressPart<'served'>, 'addresses' | 'servedCertificates' | 'differences'> {
  return {
    addresses: [...places.rows],
    servedCertificates: places.chains.map(describe),
    differences: differencesIn(places),
  };
}

function describe(chain: PresentedChain): ServedCertificate {
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
    // Only chains that were read are listed.
    valid: chain.facts.valid === true,
    reasons: [...chain.facts.reasons],
    decides: decides(chain),
  };
}

/**
 * Whether a chain counts for the overall judgement. Current clients send the server name. A certificate for other names that
 * only clients without a name receive is the server's default and does not concern this name.
 */
function decides({ facts, isElsewhere, addresses }: PresentedChain): boolean {
  return isElsewhere || addresses.length > 0 || !facts.reasons.includes('hostname_mismatch');
}

/** The judgement over all chains: a problem of any of them is a problem of the server. */
export function judgeAll(main: CertificateFacts, { chains }: ChainsByAddress) {
  const others = chains.filter((chain) => chain.facts !== main && decides(chain));
  const first = chains.find(({ facts }) => facts === main) ?? null;
  return judgementOf([...main.observations, ...others.flatMap((chain) => observationsOf(chain, first))], main);
}

function observationsOf(chain: PresentedChain, main: PresentedChain | null): CertificateProblem[] {
  return chain.facts.observations.map(({ name, evidence }) => ({
    name,
    evidence: `${whereOf(chain, main)}: ${evidence}`,
  }));
}

function whereOf(chain: PresentedChain, main: PresentedChain | null): string {
  const { number, facts, addresses, isElsewhere } = chain;
  const forOthers = `for clients that need a key of type ${facts.fields.key?.type ?? 'unknown'}`;
  const where = [
    ...(isElsewhere ? [main !== null && isOfSameKey(chain, main) ? 'in some handshakes' : forOthers] : []),
    ...(addresses.length > 0 ? [`at ${listed(addresses)}`] : []),
  ];
  return `Certificate ${number}, ${where.length > 0 ? where.join(', ') : 'for clients that send no server name'}`;
}

/** Failure codes for problems that are not the reason of a failed check. */
const codesOfOwnProblems = { unread: 'protocol', limited: 'rate-limited', not_asked: 'protocol' } as const;

function codeOf(problem: AddressProblem): FailureCode {
  return problem in codesOfOwnProblems
    ? codesOfOwnProblems[problem as keyof typeof codesOfOwnProblems]
    : reasons[problem as Exclude<AddressProblem, keyof typeof codesOfOwnProblems>].code;
}

/** Gaps for addresses whose certificate is unknown. */
export function servedGaps({ rows }: ChainsByAddress): Gap[] {
  const missing = rows.filter(({ isMeasured, problem }) => !isMeasured && problem !== null);
  const isSix = ({ address }: ChainsByAddress['rows'][number]) => address.includes(':');
  const sixes = rows.filter((row) => !row.isMeasured && isSix(row));
  // A machine without IPv6 reaches none of them: a single gap, caused by us.
  const isWithoutSix = sixes.length > 1 && sixes.every(({ problem }) => problem === 'unreachable');
  const notAsked = rows.filter(({ problem }) => problem === 'not_asked');
  const named = missing.filter((row) => row.problem !== 'not_asked' && !(isWithoutSix && isSix(row)));
  return [
    ...named.map(({ address, problem }) => ({
      part: `address ${address}`,
      code: codeOf(problem ?? 'unread'),
      ...(problem === 'limited' ? { retryAfterSeconds: ADDRESS_RETRY_SECONDS } : {}),
    })),
    ...(isWithoutSix ? [{ part: 'IPv6 addresses', code: codeOf('unreachable') }] : []),
    ...(notAsked.length > 0 ? [{ part: `${notAsked.length} further addresses`, code: codeOf('not_asked') }] : []),
  ];
}

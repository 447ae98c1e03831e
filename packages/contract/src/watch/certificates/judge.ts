import { type CaaOf, type CaaVerdict, caaVerdict } from './caa.ts';
import { type Issuance, namesWithin } from './issuance.ts';

/** What the owner of a domain expects. */
export interface Expectations {
  readonly domain: string;
  /** SHA-256 of public keys in lower-case hex. */
  readonly keys: readonly string[];
  /** Issuers by a name for CAA records, by organisation, or by the whole name, in lower case. */
  readonly issuers: readonly string[];
  /** Accounts at issuers, as `accounturi` in CAA records. */
  readonly accounts: readonly string[];
  /** Whether every issuer that the CAA records allow is expected. */
  readonly isCaaEnough: boolean;
}

/** What was measured beside the logs. */
export interface IssuanceEvidence {
  /** SHA-256 of the keys that servers of the domain have presented, in lower-case hex. */
  readonly servedKeys: ReadonlySet<string>;
  readonly caa: CaaOf;
}

/**
 * Why an issuance is expected: the owner has named its key; a server of the domain has presented the key; the owner has named
 * its issuer; the CAA records bind the issuer to accounts that the owner has all named; or they allow the issuer, and the owner
 * has said that this is enough.
 */
export type Reason = 'named-key' | 'served-key' | 'named-issuer' | 'named-account' | 'caa';

/** What is known without asking anybody; null if that makes it neither. */
export function knownReason(
  issuance: Issuance,
  { keys, issuers }: Pick<Expectations, 'keys' | 'issuers'>,
): Reason | null {
  if (issuance.keySha256 !== null && keys.includes(issuance.keySha256)) return 'named-key';
  const named = namesOfIssuer(issuance).some((name) => issuers.includes(name.toLowerCase()));
  return named ? 'named-issuer' : null;
}

export interface JudgedIssuance {
  /** Null: not expected. */
  readonly reason: Reason | null;
  readonly caa: CaaVerdict;
}

/**
 * Judges an issuance. Which account has ordered a certificate cannot be seen in it: that the records bind the issuer to an account
 * counts only because the issuer has to obey them (RFC 8657).
 */
export function judge(
  issuance: Issuance,
  expected: Expectations,
  { servedKeys, caa }: IssuanceEvidence,
): JudgedIssuance {
  const verdict = caaVerdict(issuance, namesWithin(expected.domain, issuance.names), caa);
  const known = knownReason(issuance, expected);
  if (known !== null) return { reason: known, caa: verdict };
  if (issuance.keySha256 !== null && servedKeys.has(issuance.keySha256)) return { reason: 'served-key', caa: verdict };
  return { reason: reasonInCaa(verdict, expected), caa: verdict };
}

function reasonInCaa(verdict: CaaVerdict, { accounts, isCaaEnough }: Expectations): Reason | null {
  if (verdict.kind === 'allowed-account' && verdict.accounts.every((account) => accounts.includes(account)))
    return 'named-account';
  return isCaaEnough && (verdict.kind === 'allowed' || verdict.kind === 'allowed-account') ? 'caa' : null;
}

function namesOfIssuer({ issuer, caaDomains }: Issuance): string[] {
  const organisation = organisationOf(issuer);
  return [
    ...(caaDomains ?? []),
    ...(issuer === null ? [] : [issuer]),
    ...(organisation === null ? [] : [organisation]),
  ];
}

/** The organisation in a name (RFC 4514), without its escapes; null if there is none. */
export function organisationOf(name: string | null): string | null {
  const escaped = /(?:^|[,+])O=((?:\\.|[^,+\\])+)/.exec(name ?? '')?.[1];
  return escaped?.replace(/\\(.)/g, '$1') ?? null;
}

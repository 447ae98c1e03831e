import type { Issuance } from './issuance.ts';

/** An `issue` or `issuewild` property (RFC 8659 section 4.2), with the account to which RFC 8657 binds it. */
export interface CaaProperty {
  readonly tag: 'issue' | 'issuewild';
  /** In lower case; empty: no issuer. */
  readonly issuer: string;
  /** `accounturi`; null: any account. */
  readonly account: string | null;
}

/**
 * The properties that decide for each name, as queried: those of the nearest name upwards that has CAA records. Empty if no
 * name upwards has any; null for a name whose records could not be read.
 */
export type CaaOf = ReadonlyMap<string, readonly CaaProperty[] | null>;

/**
 * `allowed`: for any account of the issuer; `allowed-account`: only for the accounts named in the records; `forbidden`: by the
 * records as they are now; `unrestricted`: there are none; `unknown`: the records or the names of the issuer are not known.
 */
export type CaaVerdict =
  | { readonly kind: 'allowed' | 'forbidden' | 'unrestricted' | 'unknown' }
  | { readonly kind: 'allowed-account'; readonly accounts: readonly string[] };

/** From the one that says most against an issuance to the one that says least. */
const ORDER: readonly CaaVerdict['kind'][] = ['forbidden', 'unknown', 'unrestricted', 'allowed', 'allowed-account'];

/** What the CAA records of all these names say about an issuance; the strictest of them counts. */
export function caaVerdict({ caaDomains }: Issuance, names: readonly string[], caa: CaaOf): CaaVerdict {
  const verdicts = names.map((name) => verdictFor(name, caa.get(name) ?? null, caaDomains));
  const [worst = { kind: 'unknown' } as const] = verdicts.toSorted(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
  if (worst.kind !== 'allowed-account') return worst;
  const accounts = verdicts.flatMap((verdict) => (verdict.kind === 'allowed-account' ? verdict.accounts : []));
  return { kind: 'allowed-account', accounts: [...new Set(accounts)] };
}

function verdictFor(
  name: string,
  properties: readonly CaaProperty[] | null,
  caaDomains: Issuance['caaDomains'],
): CaaVerdict {
  if (properties === null) return { kind: 'unknown' };
  const decisive = decisiveFor(name, properties);
  if (decisive.length === 0) return { kind: 'unrestricted' };
  if (caaDomains === null) return { kind: 'unknown' };
  const own = decisive.filter(({ issuer }) => issuer !== '' && caaDomains.includes(issuer));
  if (own.length === 0) return { kind: 'forbidden' };
  const accounts = own.flatMap(({ account }) => account ?? []);
  return accounts.length < own.length ? { kind: 'allowed' } : { kind: 'allowed-account', accounts };
}

/** For a wildcard, `issuewild` properties if there are any (RFC 8659 section 4.3). */
function decisiveFor(name: string, properties: readonly CaaProperty[]): readonly CaaProperty[] {
  const wild = name.startsWith('*.') ? properties.filter(({ tag }) => tag === 'issuewild') : [];
  return wild.length > 0 ? wild : properties.filter(({ tag }) => tag === 'issue');
}

/** Reads the value of a property (RFC 8659 section 4.2, RFC 8657 section 3); null for one with another tag. */
export function caaProperty(tag: string, value: string): CaaProperty | null {
  const known = tag.toLowerCase();
  if (known !== 'issue' && known !== 'issuewild') return null;
  const [issuer = '', ...parameters] = value.split(';').map((part) => part.trim());
  const account = parameters.flatMap((parameter) => /^accounturi\s*=\s*(\S+)$/i.exec(parameter)?.[1] ?? []);
  return { tag: known, issuer: issuer.toLowerCase(), account: account[0] ?? null };
}

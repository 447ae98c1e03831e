import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { isWithin } from '../../protocols/dnssec/names.ts';

/** A name server of a zone, with the addresses at which it is asked. */
export interface NameServer {
  readonly name: string;
  /** What the parent (or the hints, or the query) gave for it. */
  readonly glue: readonly string[];
  /** Those to ask: the glue, else what the walk found. */
  readonly addresses: readonly string[];
  /** Why it has none; null when it has. */
  readonly problem: 'alias' | 'no-address' | null;
}

/** Names and addresses as a referral has them. */
export interface Referred {
  readonly ns: readonly string[];
  readonly glue: readonly { readonly name: string; readonly address: string }[];
  readonly ttlSeconds: number | null;
}

export const NS = typeNumber('NS');
export const A = typeNumber('A');
export const AAAA = typeNumber('AAAA');
/** Of one zone: more are not asked, and named as a gap for the zone that is looked up. */
export const MAX_NAMES = 8;
export const MAX_ADDRESSES = 4;

/** The NS records of a zone among records, each name once. */
export function nsNames(records: readonly ResourceRecord[], zone: string): string[] {
  const key = nameKey(zone);
  const own = records.filter((record) => record.type === NS && nameKey(record.name) === key);
  return [...new Set(own.flatMap(({ fields: [target] }) => (target === undefined ? [] : [nameKey(target)])))];
}

/**
 * The addresses that a reply adds for name servers. Only names within the zone that was asked count: what a server says
 * of other zones may be forged.
 */
export function glueFor(
  names: readonly string[],
  records: readonly ResourceRecord[],
  askedZone: string,
): { readonly name: string; readonly address: string }[] {
  return names
    .filter((name) => isWithin(name, askedZone))
    .flatMap((name) => addressesIn(records, name).map((address) => ({ name, address })));
}

/** The addresses of a name among records. */
export function addressesIn(records: readonly ResourceRecord[], name: string): string[] {
  const key = nameKey(name);
  const own = records.filter(({ type, name: owner }) => (type === A || type === AAAA) && nameKey(owner) === key);
  return [...new Set(own.flatMap(({ fields: [address] }) => address ?? []))];
}

export function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

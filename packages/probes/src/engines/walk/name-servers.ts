import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { typeNumber } from '../../protocols/dns-message/record-types.ts';
import { isWithin } from '../../protocols/dnssec/names.ts';

/** A name server of a zone, with the addresses at which it is asked. */
export interface NameServer {
  readonly name: string;
  /** The addresses that the parent (or the hints, or the query) lists for it. */
  readonly glue: readonly string[];
  /** The addresses to ask: the glue, otherwise those that the walk found. */
  readonly addresses: readonly string[];
  /** Why it has no address; null if it has one. */
  readonly problem: 'alias' | 'no-address' | null;
}

/** Names and addresses in a referral. */
export interface Referred {
  readonly ns: readonly string[];
  readonly glue: readonly { readonly name: string; readonly address: string }[];
  readonly ttlSeconds: number | null;
}

export const NS = typeNumber('NS');
export const A = typeNumber('A');
export const AAAA = typeNumber('AAAA');
/** Per zone: more are not asked, and are named in a gap for the zone that is looked up. */
export const MAX_NAMES = 8;
export const MAX_ADDRESSES = 4;

/** The name servers in a zone's NS records, each name once. */
export function nsNames(records: readonly ResourceRecord[], zone: string): string[] {
  const key = nameKey(zone);
  const own = records.filter((record) => record.type === NS && nameKey(record.name) === key);
  return [...new Set(own.flatMap(({ fields: [target] }) => (target === undefined ? [] : [nameKey(target)])))];
}

/**
 * The addresses that a reply adds for name servers. Only names within the zone that was asked count: data about other zones
 * may be forged.
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

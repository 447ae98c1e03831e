import type { Answer } from 'dns-packet';
import { TTL_SECONDS } from '../zone.ts';
import { KEY_SIGNING_KEY, type Period, signatureOf, ZONE_KEY, type ZoneKey } from './zone-keys.ts';

/** The records of one name and type, with their signatures. */
export interface RecordSet {
  readonly records: readonly Answer[];
  readonly signatures: readonly Answer[];
}

/** A zone as one server serves it. */
export interface ServedZone {
  /** Without the final dot; the root is empty. */
  readonly name: string;
  /** By owner, then by type. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, RecordSet>>;
  /** Owners in canonical order (RFC 4034 section 6.1), without those below a delegation. */
  readonly owners: readonly string[];
  readonly isSigned: boolean;
}

/** The keys of a zone, and the validity period of its signatures. */
export interface Signing {
  readonly keys: readonly ZoneKey[];
  readonly period: Period;
}

/** Builds a zone from its records, with absolute names. With `signing`, it gets keys, an NSEC chain and signatures. */
export function servedZone(name: string, records: readonly Answer[], signing: Signing | null): ServedZone {
  const keys = signing?.keys.map(({ data }) => recordOf(name, 'DNSKEY', data)) ?? [];
  const all = grouped([...records, ...keys]);
  const isCut = (owner: string) => owner !== name && all.get(owner)?.has('NS') === true;
  const isBelowCut = (owner: string) => ancestors(owner, name).some(isCut);
  const owners = [...all.keys()].filter((owner) => !isBelowCut(owner)).sort(inCanonicalOrder);
  if (signing === null) return { name, names: withSignatures(all, () => []), owners, isSigned: false };
  for (const [index, owner] of owners.entries()) {
    const sets = all.get(owner);
    const rrtypes = [...(sets?.keys() ?? []), 'RRSIG', 'NSEC'];
    sets?.set('NSEC', [recordOf(owner, 'NSEC', { nextDomain: owners[index + 1] ?? name, rrtypes })]);
  }
  // A delegation's NS records and glue belong to the child (RFC 4035 section 2.2).
  const isOwn = (owner: string, type: string) => !isBelowCut(owner) && (!isCut(owner) || type !== 'NS');
  const names = withSignatures(all, (owner, type, set) =>
    isOwn(owner, type) ? signersOf(type, signing.keys).map((key) => signatureOf(set, name, key, signing.period)) : [],
  );
  return { name, names, owners, isSigned: true };
}

/** Creates a record with the TTL of the demo. */
export function recordOf(name: string, type: Answer['type'], data: unknown): Answer {
  return { name, type, ttl: TTL_SECONDS, class: 'IN', data } as Answer;
}

/** The ancestors of a name below the zone. */
function ancestors(owner: string, zone: string): string[] {
  const labels = owner.split('.');
  const above = labels.map((_, index) => labels.slice(index).join('.')).slice(1);
  return above.filter((one) => one !== zone && one !== '');
}

/** Names are compared label by label from the right. */
export function inCanonicalOrder(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => name.split('.').reverse());
  for (const [index, label] of (left ?? []).entries()) {
    const other = right?.[index];
    if (other === undefined) return 1;
    const difference = Buffer.compare(Buffer.from(label), Buffer.from(other));
    if (difference !== 0) return difference;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

type Grouped = Map<string, Map<string, Answer[]>>;

function grouped(records: readonly Answer[]): Grouped {
  const all: Grouped = new Map();
  for (const record of records) {
    const sets = all.get(record.name) ?? new Map<string, Answer[]>();
    sets.set(record.type, [...(sets.get(record.type) ?? []), record]);
    all.set(record.name, sets);
  }
  return all;
}

function withSignatures(all: Grouped, sign: (owner: string, type: string, set: readonly Answer[]) => Answer[]) {
  const setsOf = (owner: string, sets: ReadonlyMap<string, Answer[]>) =>
    new Map([...sets].map(([type, records]) => [type, { records, signatures: sign(owner, type, records) }]));
  return new Map([...all].map(([owner, sets]) => [owner, setsOf(owner, sets)]));
}

/** The key with a DS record signs the keys, the other one everything else. */
function signersOf(type: string, keys: readonly ZoneKey[]): ZoneKey[] {
  const flags = type === 'DNSKEY' ? KEY_SIGNING_KEY : ZONE_KEY;
  return keys.filter(({ data }) => data.flags === flags);
}

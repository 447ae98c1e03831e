import type { ResourceRecord } from './message.ts';
import { labelsOf, nameKey, nameOctets } from './name.ts';
import { typeMnemonic, typeNumber } from './type-names.ts';

/** The part of an answer section that belongs to the question. */
export interface AliasChain {
  /** The aliases in the order followed, then the records of the queried type, each RRset with its RRSIGs, without duplicates. */
  readonly records: readonly ResourceRecord[];
  /**
   * The names of the chain, the queried name first. The last one owns the queried records, if there are any; in a loop it
   * is the repeated name.
   */
  readonly names: readonly string[];
  /** The aliases lead back to an earlier name, or there are more than 32. */
  readonly isLoop: boolean;
}

const MAX_HOPS = 32;
const MAX_NAME_OCTETS = 255;
const CNAME = typeNumber('CNAME');
const DNAME = typeNumber('DNAME');
const RRSIG = typeNumber('RRSIG');
const ANY = typeNumber('ANY');

/**
 * Follows CNAME and DNAME from `name` (RFC 1034 section 3.6.2, RFC 6672 section 3), regardless of the order and case of
 * the records. Records outside the chain are left out: a server may add anything to its answer.
 * @throws DnsFormatError if `name` is not a domain name.
 */
export function followAliases(records: readonly ResourceRecord[], name: string, type: number): AliasChain {
  const byOwner = groupByOwner(records);
  const dnames = groupByOwner(records.filter((record) => record.type === DNAME));
  const kept = new Map<string, ResourceRecord>();
  const visited = new Set<string>();
  const names = [name];
  let current = name;
  const end = (isLoop: boolean) => ({ records: [...kept.values()], names, isLoop });
  for (;;) {
    const key = nameKey(current);
    if (visited.has(key) || visited.size > MAX_HOPS) return end(true);
    visited.add(key);
    const next = nextName({ byOwner, dnames, kept }, current, type);
    if (next === null) return end(false);
    current = next;
    names.push(current);
  }
}

type ByOwner = ReadonlyMap<string, readonly ResourceRecord[]>;

interface Walk {
  readonly byOwner: ByOwner;
  /** The owners of DNAMEs only. */
  readonly dnames: ByOwner;
  readonly kept: Map<string, ResourceRecord>;
}

/** Keeps the records of a name in the chain; returns the target of its alias, or null. */
function nextName(walk: Walk, name: string, type: number): string | null {
  const dname = keepNearestDname(walk, name);
  const key = nameKey(name);
  const own = walk.byOwner.get(key) ?? [];
  // RFC 1034 section 3.6.2: an alias is not followed if it is asked for, by its type or by every type.
  const alias = type === CNAME || type === ANY ? undefined : own.find((record) => record.type === CNAME)?.fields[0];
  if (alias !== undefined) keep(walk, key, CNAME);
  keep(walk, key, type);
  // Servers synthesize the CNAME of a DNAME (RFC 6672 section 3.1); if this one did not, it is synthesized here.
  return alias ?? (own.length === 0 ? dname : null);
}

/** A DNAME renames everything below its owner, not the owner itself. */
function keepNearestDname(walk: Walk, name: string): string | null {
  if (walk.dnames.size === 0) return null;
  const labels = labelsOf(name);
  const keys = labelsOf(nameKey(name));
  for (let cut = 1; cut <= keys.length; cut++) {
    const owner = keys.slice(cut).join('.') || '.';
    const target = walk.dnames.get(owner)?.[0]?.fields[0];
    if (target === undefined) continue;
    keep(walk, owner, DNAME);
    const renamed = [...labels.slice(0, cut), ...labelsOf(target)].join('.');
    return nameOctets(renamed) > MAX_NAME_OCTETS ? null : renamed;
  }
  return null;
}

/** An RRset and the signatures over it. Of equal records the smaller TTL is kept. */
function keep({ byOwner, kept }: Walk, owner: string, type: number): void {
  const mnemonic = typeMnemonic(type);
  for (const record of byOwner.get(owner) ?? []) {
    const isSignature = record.type === RRSIG && record.fields[0] === mnemonic;
    if (record.type !== type && type !== ANY && !isSignature) continue;
    // Fields are printable and contain no line feeds, so they can be joined by one.
    const key = [owner, record.type, ...record.fields].join('\n');
    const twin = kept.get(key);
    if (twin === undefined || record.ttlSeconds < twin.ttlSeconds) kept.set(key, record);
  }
}

function groupByOwner(records: readonly ResourceRecord[]): ByOwner {
  const byOwner = new Map<string, ResourceRecord[]>();
  for (const record of records) {
    const key = nameKey(record.name);
    const group = byOwner.get(key);
    if (group === undefined) byOwner.set(key, [record]);
    else group.push(record);
  }
  return byOwner;
}

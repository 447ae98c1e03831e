import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { toIpv6 } from '@sonde/contract/targets/ipv6';
import { fromBase64 } from '../../protocols/dns-message/base-encodings.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { digestTextLength } from '../../protocols/dnssec/algorithms.ts';
import { dsOfKey } from '../../protocols/dnssec/digests.ts';
import { type Ds, dnskeyOf, types } from '../../protocols/dnssec/records.ts';

/** A root server, with its addresses. */
export interface RootServer {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Where a walk through the DNS starts. */
export interface RootHints {
  readonly servers: readonly RootServer[];
  /** The source, in words. */
  readonly source: string;
}

/** The trusted keys of the root, as digests. */
export interface RootAnchors {
  readonly ds: readonly Ds[];
  readonly source: string;
}

export interface Roots {
  readonly hints: RootHints;
  readonly anchors: RootAnchors;
}

/** A hints file or a list of anchors is a few kilobytes. */
const MAX_FILE_OCTETS = 256 * 1024;
const SHA256 = 2;

/** Reads `. 3600000 NS a.example.` and the A and AAAA lines of those names; null if that yields no server. */
export function readHints(text: string, source: string): RootHints | null {
  const records = recordsOf(text);
  if (records === null) return null;
  const valuesOf = (owner: string, types: readonly string[]) =>
    records.flatMap((one) => (one.owner === owner && types.includes(one.type) ? one.rdata : []));
  const servers = valuesOf('.', ['NS']).map((target) => {
    const name = nameKey(target);
    return { name, addresses: valuesOf(name, ['A', 'AAAA']) };
  });
  const areAddresses = servers.every(({ addresses }) =>
    addresses.every((address) => isIpv4(address) || toIpv6(address) !== null),
  );
  const usable = servers.filter(({ addresses }) => addresses.length > 0);
  return areAddresses && usable.length > 0 ? { servers: usable, source } : null;
}

/** Reads `. [ttl] IN DS …` and `. [ttl] IN DNSKEY …`; null if any line is neither. */
export function readAnchors(text: string, source: string): RootAnchors | null {
  const records = recordsOf(text);
  if (records === null || records.length === 0) return null;
  const ds = records.map(({ owner, type, rdata }) => {
    if (owner !== '.') return null;
    if (type === 'DS') return readDs(rdata);
    return type === 'DNSKEY' ? readDnskey(rdata) : null;
  });
  const known = ds.filter((one) => one !== null);
  return known.length === ds.length ? { ds: known, source } : null;
}

/** The content of a file; null if it cannot be read or is too large. */
export function readRootFile<Value>(path: string, read: (text: string, source: string) => Value | null): Value | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text.length > MAX_FILE_OCTETS ? null : read(text, 'the file of the operator');
  } catch {
    return null;
  }
}

interface Line {
  readonly owner: string;
  readonly type: string;
  readonly rdata: string;
}

/** Absolute names, one record per line; TTL and class are optional. */
function recordsOf(text: string): Line[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/;.*/, '').trim())
    .filter((line) => line !== '');
  const records = lines.map((line) => {
    const [, owner, type, rdata] = /^(\S+)\s+(?:\d+\s+)?(?:IN\s+)?(?:\d+\s+)?([A-Z]+)\s+(.+)$/i.exec(line) ?? [];
    if (owner === undefined || type === undefined || rdata === undefined || !owner.endsWith('.')) return null;
    return { owner: nameKey(owner), type: type.toUpperCase(), rdata };
  });
  return records.some((one) => one === null) ? null : records.filter((one) => one !== null);
}

function readDs(rdata: string): Ds | null {
  const [, tag, algorithm, digestType, text = ''] = /^(\d+)\s+(\d+)\s+(\d+)\s+([\da-f\s]+)$/i.exec(rdata) ?? [];
  const digest = text.replace(/\s/g, '').toUpperCase();
  const ds = { keyTag: Number(tag), algorithm: Number(algorithm), digestType: Number(digestType), digest };
  return digest.length > 0 && digest.length === digestTextLength(ds.digestType) ? ds : null;
}

function readDnskey(rdata: string): Ds | null {
  const [, flags, protocol, algorithm, text = ''] = /^(\d+)\s+(\d+)\s+(\d+)\s+([\w+/=\s]+)$/.exec(rdata) ?? [];
  const publicKey = fromBase64(text.replace(/\s/g, ''));
  if (publicKey === null || publicKey.length === 0) return null;
  const octets = Uint8Array.of(
    Number(flags) >> 8,
    Number(flags) & 0xff,
    Number(protocol),
    Number(algorithm),
    ...publicKey,
  );
  const key = dnskeyOf({ type: types.dnskey, rdata: octets });
  return key && dsOfKey('.', key, SHA256, (_type, data) => createHash('sha256').update(data).digest());
}

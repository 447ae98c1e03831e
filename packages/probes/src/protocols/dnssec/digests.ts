import { toHex } from '../dns-message/base-encodings.ts';
import { nameKey, nameToWire } from '../dns-message/name.ts';
import { join } from '../octets.ts';
import type { Dnskey, Ds } from './records.ts';

/** Computes a digest (IANA DS digest types) of the data; null for an unknown type. */
export type Digest = (digestType: number, data: Uint8Array) => Uint8Array | null;

/** The DS of a key (RFC 4034 section 5.1.4); null for an unknown digest type. */
export function dsOfKey(zone: string, key: Dnskey, digestType: number, digest: Digest): Ds | null {
  const octets = digest(digestType, join(nameToWire(nameKey(zone)), key.rdata));
  if (octets === null) return null;
  return { keyTag: key.keyTag, algorithm: key.algorithm, digestType, digest: toHex(octets) };
}

/** How a DS matches the keys of its zone. */
export type DsFit = 'matches' | 'no-key' | 'digest-differs' | 'unsupported-digest';

/** The key to which a DS refers by tag, algorithm and digest, or why none matches (RFC 4035 section 5.2). */
export function keyOfDs(
  zone: string,
  ds: Ds,
  keys: readonly Dnskey[],
  digest: Digest,
): { readonly fit: DsFit; readonly key: Dnskey | null } {
  const named = keys.filter((key) => key.keyTag === ds.keyTag && key.algorithm === ds.algorithm).slice(0, 4);
  if (named.length === 0) return { fit: 'no-key', key: null };
  for (const key of named) {
    const own = dsOfKey(zone, key, ds.digestType, digest);
    if (own === null) return { fit: 'unsupported-digest', key: null };
    if (own.digest === ds.digest.toUpperCase()) return { fit: 'matches', key };
  }
  return { fit: 'digest-differs', key: null };
}

import { nameKey, nameToWire } from '../dns-message/name.ts';
import { join } from '../octets.ts';
import { compareOctets, labelCount, lastLabels, wildcardOf } from './names.ts';
import type { Rrsig } from './records.ts';

/** Records of one owner and type, with their RDATA in canonical form. */
export interface RecordSet {
  readonly name: string;
  readonly type: number;
  readonly rdatas: readonly Uint8Array[];
}

const CLASS_IN = 1;

/**
 * The data that a signature over a set covers (RFC 4034 section 3.1.8.1): the head of the RRSIG, then every record in
 * canonical form and order, without duplicates and with the original TTL.
 * @returns null if the signature has more labels than the owner, which is invalid
 */
export function signedData({ name, type, rdatas }: RecordSet, signature: Rrsig): Uint8Array | null {
  const owner = signedOwner(name, signature.labels);
  if (owner === null) return null;
  const head = new Uint8Array(owner.length + 8);
  head.set(owner);
  const view = new DataView(head.buffer);
  view.setUint16(owner.length, type);
  view.setUint16(owner.length + 2, CLASS_IN);
  view.setUint32(owner.length + 4, signature.originalTtl);
  const sorted = inCanonicalOrder(rdatas);
  return join(signature.head, ...sorted.flatMap((rdata) => [head, lengthOf(rdata), rdata]));
}

/** Sorted, without duplicates (RFC 4034 section 6.3). */
function inCanonicalOrder(rdatas: readonly Uint8Array[]): Uint8Array[] {
  const sorted = rdatas.toSorted(compareOctets);
  return sorted.filter((rdata, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareOctets(before, rdata) !== 0;
  });
}

/** A record expanded from a wildcard is signed under the wildcard's name (RFC 4035 section 5.3.2). */
function signedOwner(name: string, labels: number): Uint8Array | null {
  const own = isWildcard(name) ? labelCount(name) - 1 : labelCount(name);
  if (labels > own) return null;
  if (labels === own) return nameToWire(nameKey(name));
  return nameToWire(nameKey(wildcardOf(lastLabels(name, labels))));
}

function lengthOf(rdata: Uint8Array): Uint8Array {
  return Uint8Array.of(rdata.length >> 8, rdata.length & 0xff);
}

/** Whether a signature covers a set expanded from a wildcard: it has fewer labels than the owner (RFC 4035 section 5.3.4). */
export function isFromWildcard(name: string, { labels }: Rrsig): boolean {
  return !isWildcard(name) && labels < labelCount(name);
}

function isWildcard(name: string): boolean {
  return name === '*' || name.startsWith('*.');
}

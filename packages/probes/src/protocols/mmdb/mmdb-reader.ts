import { decodeValue, type MmdbValue } from './decode-value.ts';
import { METADATA_BYTES, type MmdbMetadata, parseMetadata, SEPARATOR_BYTES } from './metadata.ts';
import { MmdbFormatError } from './mmdb-format-error.ts';

/** A database in memory. */
export interface MmdbReader {
  readonly metadata: MmdbMetadata;
  /**
   * The record of an address, or null if the database has none.
   * @param address in network order: 4 bytes or, in a database of both families, 16
   * @throws MmdbFormatError if the tree or the record is damaged, or the record exceeds the limits
   */
  find(address: Uint8Array): MmdbValue | null;
}

const IPV4_BITS = 32;
/** Bits of `::/96`, below which a database of both families has IPv4 addresses. */
const IPV4_PREFIX_BITS = 96;
/** Decoded records are cached by offset, since neighbouring addresses share them. */
const MAX_CACHED = 10_000;

/**
 * Opens a database in the MaxMind DB format, version 2.0 (https://maxmind.github.io/MaxMind-DB/). A lookup in a damaged or
 * malicious file takes at most 128 steps through the tree and the limits of one record.
 * @throws MmdbFormatError
 */
export function createMmdbReader(file: Buffer): MmdbReader {
  const metadata = parseMetadata(file.subarray(-METADATA_BYTES), file.length);
  const { ipVersion, nodeCount, treeBytes, dataEnd } = metadata;
  const section = file.subarray(treeBytes + SEPARATOR_BYTES, dataEnd);
  const branchOf = createBranchReader(file, metadata.recordSize);
  const ipv4Start = ipVersion === 6 ? walk(new Uint8Array(IPV4_PREFIX_BITS / 8), 0) : 0;
  const cache = new Map<number, MmdbValue>();

  /** Returns a node only when the bits are used up; any other number stands for a record, or for none. */
  function walk(address: Uint8Array, start: number): number {
    const bits = address.length * 8;
    let node = start;
    for (let depth = 0; depth < bits && node < nodeCount; depth += 1) {
      const bit = ((address[depth >> 3] ?? 0) >> (7 - (depth & 7))) & 1;
      node = branchOf(node, bit);
    }
    return node;
  }

  function recordAt(offset: number): MmdbValue {
    const cached = cache.get(offset);
    if (cached !== undefined) return cached;
    const record = decodeValue(section, offset);
    // Cleared entirely: cheaper than tracking which entry was used last, and full again after a second of real use.
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(offset, record);
    return record;
  }

  return {
    metadata,
    find(address) {
      const isIpv4 = address.length * 8 === IPV4_BITS;
      if (!isIpv4 && ipVersion === 4) return null;
      const branch = walk(address, isIpv4 ? ipv4Start : 0);
      if (branch === nodeCount) return null;
      if (branch < nodeCount) throw new MmdbFormatError('a tree deeper than an address');
      // Offsets count from the end of the tree, and thus include the separator.
      return recordAt(branch - nodeCount - SEPARATOR_BYTES);
    },
  };
}

/** Reads one of the two branches of a node. All nodes are within the tree, and the tree within the file. */
function createBranchReader(file: Buffer, recordSize: 24 | 28 | 32): (node: number, bit: number) => number {
  // Indexed directly: the checks in `readUIntBE` would take half the time of a lookup.
  const three = (at: number) => ((file[at] ?? 0) << 16) | ((file[at + 1] ?? 0) << 8) | (file[at + 2] ?? 0);
  if (recordSize === 24) return (node, bit) => three(node * 6 + bit * 3);
  if (recordSize === 32)
    return (node, bit) => (file[node * 8 + bit * 4] ?? 0) * 2 ** 24 + three(node * 8 + bit * 4 + 1);
  // The middle byte holds the highest four bits of both branches.
  return (node, bit) => {
    const start = node * 7;
    const middle = file[start + 3] ?? 0;
    return ((bit === 0 ? middle >> 4 : middle & 15) << 24) | three(start + bit * 4);
  };
}

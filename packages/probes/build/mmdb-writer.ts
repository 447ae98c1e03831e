import { encodeInteger, encodeMap, encodePointer, encodeValue, type MmdbMap } from './mmdb-values.ts';

export interface MmdbDescription {
  readonly databaseType: string;
  readonly description: string;
  readonly builtAt: Date;
}

export interface MmdbWriter {
  /**
   * Assigns a record to all addresses from `first` to `last`. Addresses have 128 bits, those of IPv4 are in `::/96`; ranges
   * come in ascending order.
   * @throws RangeError when one overlaps with what was given before.
   */
  add(first: bigint, last: bigint, record: MmdbMap): void;
  /** @throws RangeError when there is too much for the 24 bits of a branch. */
  finish(description: MmdbDescription): Buffer;
}

const MAX_IPV4 = 0xffff_ffffn;
const BRANCH_BYTES = 3;
const MAX_BRANCH = 2 ** 24 - 1;
const SEPARATOR_BYTES = 16;
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

/**
 * Writes a file in the MaxMind DB format, version 2.0 (https://maxmind.github.io/MaxMind-DB/): a binary tree over the bits
 * of addresses, whose leaves point to records, the records, and a description of the file.
 */
export function createMmdbWriter(): MmdbWriter {
  const tree = createTree();
  const data = createDataSection();
  let lastEnd = -1n;

  function addIpv6(first: bigint, last: bigint, offset: number): void {
    for (let start = first; start <= last; ) {
      const bits = largestBlock(start, last);
      const [a = 0, b = 0, c = 0, d = 0] = [96n, 64n, 32n, 0n].map((shift) => Number((start >> shift) & MAX_IPV4));
      tree.insert(a, b, c, d, 128 - bits, offset);
      start += 1n << BigInt(bits);
    }
  }

  /** The same in numbers, which take a tenth of the time: four of five ranges are of this family. */
  function addIpv4(first: number, last: number, offset: number): void {
    for (let start = first; start <= last; ) {
      const bits = largestIpv4Block(start, last);
      tree.insert(0, 0, 0, start, 128 - bits, offset);
      start += 2 ** bits;
    }
  }

  return {
    add(first, last, record) {
      if (first <= lastEnd || last < first) throw new RangeError(`${first}-${last} is out of order`);
      lastEnd = last;
      const offset = data.keep(record);
      if (last <= MAX_IPV4) addIpv4(Number(first), Number(last), offset);
      else addIpv6(first, last, offset);
    },
    finish({ databaseType, description, builtAt }) {
      const metadata = encodeValue({
        binary_format_major_version: encodeInteger('uint16', 2),
        binary_format_minor_version: encodeInteger('uint16', 0),
        build_epoch: encodeInteger('uint64', Math.floor(builtAt.getTime() / 1000)),
        database_type: databaseType,
        description: { en: description },
        ip_version: encodeInteger('uint16', 6),
        languages: ['en'],
        node_count: tree.nodeCount(),
        record_size: encodeInteger('uint16', BRANCH_BYTES * 8),
      });
      return Buffer.concat([tree.encode(), Buffer.alloc(SEPARATOR_BYTES), data.encode(), METADATA_MARKER, metadata]);
    },
  };
}

/** Two branches per node: the number of a node, 0 for nothing, or -1 - n for the record at offset n. */
function createTree() {
  let branches = new Int32Array(2 ** 16);
  let nodeCount = 1;
  const words = new Uint32Array(4);
  // The way to the last address, by depth: the next one shares most of it.
  const path = new Int32Array(129);
  const lastWords = new Uint32Array(4);
  let knownDepth = 0;

  function addNode(place: number): number {
    if ((nodeCount + 1) * 2 > branches.length) {
      const larger = new Int32Array(branches.length * 2);
      larger.set(branches);
      branches = larger;
    }
    branches[place] = nodeCount;
    nodeCount += 1;
    return nodeCount - 1;
  }

  return {
    nodeCount: () => nodeCount,
    /** An address comes in four words of 32 bits. */
    insert(a: number, b: number, c: number, d: number, prefixLength: number, offset: number): void {
      words[0] = a;
      words[1] = b;
      words[2] = c;
      words[3] = d;
      let depth = Math.min(sharedBits(words, lastWords), knownDepth);
      let node = path[depth] ?? 0;
      for (; depth < prefixLength - 1; depth += 1) {
        const place = node * 2 + bitOf(words, depth);
        node = branches[place] || addNode(place);
        path[depth + 1] = node;
      }
      branches[node * 2 + bitOf(words, prefixLength - 1)] = -1 - offset;
      lastWords.set(words);
      knownDepth = prefixLength - 1;
    },
    encode(): Buffer {
      const bytes = Buffer.alloc(nodeCount * 2 * BRANCH_BYTES);
      for (let place = 0; place < nodeCount * 2; place += 1) {
        const branch = branches[place] ?? 0;
        const leaf = branch < 0 ? nodeCount + SEPARATOR_BYTES + (-1 - branch) : nodeCount;
        const value = branch > 0 ? branch : leaf;
        if (value > MAX_BRANCH) throw new RangeError('There is too much for a branch of 24 bits.');
        const at = place * BRANCH_BYTES;
        bytes[at] = value >> 16;
        bytes[at + 1] = value >> 8;
        bytes[at + 2] = value;
      }
      return bytes;
    },
  };
}

/** Equal records are written once, and every name of a field once, at the beginning. */
function createDataSection() {
  const parts: Buffer[] = [];
  let length = 0;
  const offsets = new Map<string, number>();

  function write(part: Buffer): number {
    parts.push(part);
    length += part.length;
    return length - part.length;
  }

  function once(key: string, part: () => Buffer): number {
    const offset = offsets.get(key) ?? write(part());
    offsets.set(key, offset);
    return offset;
  }

  // By identity too: who gives the same object again saves its comparison.
  const kept = new WeakMap<MmdbMap, number>();
  function keep(record: MmdbMap): number {
    const offset = kept.get(record) ?? once(JSON.stringify(record), () => encodeMap(record, encodeKey));
    kept.set(record, offset);
    return offset;
  }

  const encodeKey = (name: string) => encodePointer(once(name, () => encodeValue(name)));
  return { keep, encode: () => Buffer.concat(parts) };
}

/** How many bits of an address the largest block leaves free that begins at `start` and does not pass `last`. */
function largestBlock(start: bigint, last: bigint): number {
  const inRange = bitLength(last - start + 1n) - 1;
  return start === 0n ? inRange : Math.min(inRange, bitLength(start & -start) - 1);
}

/** The same for IPv4. */
function largestIpv4Block(start: number, last: number): number {
  const inRange = 31 - Math.clz32(Math.min(last - start + 1, 0xffff_ffff));
  if (start === 0) return last === 0xffff_ffff ? 32 : inRange;
  return Math.min(inRange, 31 - Math.clz32(start & -start));
}

function bitOf(words: Uint32Array, depth: number): number {
  return ((words[depth >> 5] ?? 0) >>> (31 - (depth & 31))) & 1;
}

/** How many bits two addresses have in common at their beginnings. */
function sharedBits(one: Uint32Array, other: Uint32Array): number {
  for (let word = 0; word < 4; word += 1) {
    const differing = (one[word] ?? 0) ^ (other[word] ?? 0);
    if (differing !== 0) return word * 32 + Math.clz32(differing);
  }
  return 128;
}

function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex.charAt(0), 16)) - 28);
}

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

const BRANCH_BYTES = 3;
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
  return {
    add(first, last, record) {
      if (first <= lastEnd || last < first) throw new RangeError(`${first}-${last} is out of order`);
      lastEnd = last;
      const offset = data.keep(record);
      for (let start = first; start <= last; ) {
        const bits = largestBlock(start, last);
        tree.insert(start, 128 - bits, offset);
        start += 1n << BigInt(bits);
      }
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
    insert(address: bigint, prefixLength: number, offset: number): void {
      // Numbers of 32 bits: the tree is walked a million times.
      const words = [96n, 64n, 32n, 0n].map((shift) => Number((address >> shift) & 0xffff_ffffn));
      const bitAt = (depth: number) => ((words[depth >> 5] ?? 0) >>> (31 - (depth & 31))) & 1;
      let node = 0;
      for (let depth = 0; depth < prefixLength - 1; depth += 1) {
        const place = node * 2 + bitAt(depth);
        node = branches[place] || addNode(place);
      }
      branches[node * 2 + bitAt(prefixLength - 1)] = -1 - offset;
    },
    encode(): Buffer {
      const bytes = Buffer.alloc(nodeCount * 2 * BRANCH_BYTES);
      for (let place = 0; place < nodeCount * 2; place += 1) {
        const branch = branches[place] ?? 0;
        const leaf = branch < 0 ? nodeCount + SEPARATOR_BYTES + (-1 - branch) : nodeCount;
        bytes.writeUIntBE(branch > 0 ? branch : leaf, place * BRANCH_BYTES, BRANCH_BYTES);
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

  const encodeKey = (name: string) => encodePointer(once(name, () => encodeValue(name)));
  return {
    keep: (record: MmdbMap) => once(JSON.stringify(record), () => encodeMap(record, encodeKey)),
    encode: () => Buffer.concat(parts),
  };
}

/** How many bits of an address the largest block leaves free that begins at `start` and does not pass `last`. */
function largestBlock(start: bigint, last: bigint): number {
  const inRange = bitLength(last - start + 1n) - 1;
  return start === 0n ? inRange : Math.min(inRange, bitLength(start & -start) - 1);
}

function bitLength(value: bigint): number {
  const hex = value.toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex.charAt(0), 16)) - 28);
}

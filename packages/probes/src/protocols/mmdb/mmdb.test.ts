import { describe, expect, test } from 'vitest';
import { encodeInteger, encodeValue, type MmdbMap, type MmdbValue } from '../../../build/mmdb-values.ts';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { MmdbFormatError } from './mmdb-format-error.ts';
import { createMmdbReader } from './mmdb-reader.ts';

const ADDRESS = new Uint8Array([1, 2, 3, 4]);
const MAX_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The parts of a database, with which tests build malicious ones. */
interface MmdbParts {
  /** Branches of 24 bits, left and right, node by node. Default: one node whose left half has the record at offset 0. */
  readonly branches?: readonly number[];
  readonly data?: Buffer;
  readonly metadata?: MmdbMap;
}

/** The number of a branch that leads to the record at `offset` in a tree of one node. */
const FIRST_RECORD = 1 + 16;

/** Builds a file in the MaxMind DB format from any parts. */
function mmdbOf({ branches = [FIRST_RECORD, 1], data = encodeValue('record'), metadata = {} }: MmdbParts): Buffer {
  const tree = Buffer.alloc(branches.length * 3);
  for (const [index, branch] of branches.entries()) tree.writeUIntBE(branch, index * 3, 3);
  const fields: Record<string, MmdbValue> = {
    binary_format_major_version: encodeInteger('uint16', 2),
    binary_format_minor_version: encodeInteger('uint16', 0),
    build_epoch: encodeInteger('uint64', 1_780_000_000),
    database_type: 'Test',
    ip_version: encodeInteger('uint16', 4),
    node_count: branches.length / 2,
    record_size: encodeInteger('uint16', 24),
    ...metadata,
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), data, marker, encodeValue(fields)]);
}

const find = (parts: MmdbParts) => createMmdbReader(mmdbOf(parts)).find(ADDRESS);

/** Must be rejected with the one error, quickly and with little memory. */
function expectRefused(parts: MmdbParts, reason: string): void {
  const [startMs, startBytes] = [cpuMs(), process.memoryUsage().rss];
  expect(() => find(parts)).toThrow(MmdbFormatError);
  expect(() => find(parts)).toThrow(reason);
  expect(cpuMs() - startMs).toBeLessThan(MAX_MS);
  expect(process.memoryUsage().rss - startBytes).toBeLessThan(MAX_BYTES);
}

const data = (...octets: number[]) => ({ data: Buffer.from(octets) });

describe('every type of value', () => {
  test.each([
    ['text', encodeValue('Zürich'), 'Zürich'],
    ['text of three hundred bytes', encodeValue('x'.repeat(300)), 'x'.repeat(300)],
    [
      'text of sixty-six thousand bytes',
      Buffer.concat([Buffer.of(0x5f, 0, 0, 179), Buffer.alloc(66_000, 'x')]),
      'x'.repeat(66_000),
    ],
    ['a double', Buffer.of(0x68, 0x40, 0x48, 0x20, 0, 0, 0, 0, 0), 48.25],
    ['bytes', Buffer.of(0x82, 1, 2), new Uint8Array([1, 2])],
    ['an integer of 16 bits', Buffer.of(0xa2, 1, 0), 256],
    ['an integer of 32 bits', Buffer.of(0xc4, 255, 255, 255, 255), 2 ** 32 - 1],
    ['zero', Buffer.of(0xc0), 0],
    ['a negative integer', Buffer.of(0x04, 1, 255, 255, 255, 254), -2],
    ['a signed integer of one byte', Buffer.of(0x01, 1, 200), 200],
    ['an integer of 64 bits', Buffer.of(0x02, 2, 1, 0), 256n],
    ['an integer of 128 bits', Buffer.of(0x10, 3, ...Array.from({ length: 16 }, () => 255)), 2n ** 128n - 1n],
    ['an array', encodeValue(['a', 'b']), ['a', 'b']],
    ['true', Buffer.of(0x01, 7), true],
    ['false', Buffer.of(0x00, 7), false],
    ['a float', Buffer.of(0x04, 8, 0x42, 0x41, 0, 0), 48.25],
    ['a map', encodeValue({ a: { b: 'c' } }), { a: { b: 'c' } }],
    ['a pointer of one byte', Buffer.from([0x20, 2, ...encodeValue('end')]), 'end'],
    ['a pointer of four bytes', Buffer.from([0x38, 0, 0, 0, 5, ...encodeValue('end')]), 'end'],
  ])('%s', (_, encoded, value) => {
    expect(find({ data: encoded })).toEqual(value);
  });

  test('treats a key named __proto__ as an ordinary key', () => {
    const record = find({ data: encodeValue(JSON.parse('{"__proto__": {"isAdmin": "yes"}}')) });
    expect(Object.keys(record ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});

describe('a malicious tree', () => {
  test('with a cycle ends with the bits of the address', () => {
    expectRefused({ branches: [0, 0] }, 'a tree deeper than an address');
    expectRefused({ branches: [1, 1, 0, 0] }, 'a tree deeper than an address');
  });

  test('that leads into the separator, or beyond the data', () => {
    expectRefused({ branches: [1 + 15, 1] }, 'an offset outside of the data');
    expectRefused({ branches: [2 ** 24 - 1, 1] }, 'an offset outside of the data');
  });

  test.each([
    ['more nodes than fit into the file', { node_count: 2 ** 32 - 1 }, 'a tree larger than the file'],
    ['no nodes', { node_count: 0 }, 'a tree without nodes'],
    ['a text for a number', { node_count: 'many' }, 'a tree without nodes'],
    ['branches of 25 bits', { record_size: encodeInteger('uint16', 25) }, 'an unknown record size'],
    ['addresses of version 5', { ip_version: encodeInteger('uint16', 5) }, 'an unknown family of addresses'],
    [
      'another version of the format',
      { binary_format_major_version: encodeInteger('uint16', 3) },
      'an unknown version',
    ],
    ['a time that no calendar has', { build_epoch: encodeInteger('uint64', 2 ** 50) }, 'no time of building'],
    ['no type', { database_type: 7 }, 'no type of database'],
  ])('that says it has %s', (_, metadata, reason) => {
    expectRefused({ metadata }, reason);
  });
});

describe('a malicious record', () => {
  test('with a cycle of pointers', () => {
    expectRefused(data(0x20, 0), 'a pointer to a pointer');
    expectRefused(data(0x20, 2, 0x20, 0), 'a pointer to a pointer');
    // An array whose only value is the array.
    expectRefused(data(0x01, 4, 0x20, 0), 'deep');
    // A map whose only value is the map.
    expectRefused(data(0xe1, 0x41, 0x61, 0x20, 0), 'deep');
  });

  test('that doubles with every level', () => {
    // Thirty arrays, each with two pointers to the next: a billion values in 180 bytes.
    const levels = Array.from({ length: 30 }, (_, level) => [2, 4, 0x20, (level + 1) * 6, 0x20, (level + 1) * 6]);
    expectRefused(data(...levels.flat(), 0x41, 0x61), 'a record of more than 4096 values');
  });

  test('that announces sixteen million nested values', () => {
    const arrays = Array.from({ length: 30 }, () => [0x1f, 4, 255, 255, 255]);
    expectRefused(data(...arrays.flat()), 'a record of more than 4096 values');
    const maps = Array.from({ length: 30 }, () => [0xff, 255, 255, 255, 0x41, 0x61]);
    expectRefused(data(...maps.flat()), 'a record of more than 4096 values');
  });

  test('that repeats one long text', () => {
    const text = Buffer.concat([Buffer.of(0x5f, 0, 0, 0), Buffer.alloc(65_821, 'x')]);
    const pointers = Array.from({ length: 28 }, () => [0x20, 58]).flat();
    expectRefused({ data: Buffer.concat([Buffer.of(28, 4, ...pointers), text]) }, 'bytes of text');
  });

  test('that ends early, or has an invalid type', () => {
    expectRefused(data(0x45, 0x61), 'a value outside of the data');
    expectRefused(data(0x5d), 'a value outside of the data');
    expectRefused(data(0xe1, 0x41, 0x61), 'an offset outside of the data');
    expectRefused(data(0x00, 5), 'a value of type 12');
    expectRefused(data(0xe1, 0xc0, 0xc0), 'a key that is no text');
    expectRefused(data(0xc5, 1, 1, 1, 1, 1), 'a value of type 6 and size 5');
  });

  test('in the metadata is not a database', () => {
    const levels = Array.from({ length: 40 }, (_, level) => [2, 4, 0x20, (level + 1) * 6, 0x20, (level + 1) * 6]);
    const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
    const file = Buffer.concat([Buffer.alloc(100), marker, Buffer.from(levels.flat())]);
    const startMs = cpuMs();
    expect(() => createMmdbReader(file)).toThrow(MmdbFormatError);
    expect(cpuMs() - startMs).toBeLessThan(MAX_MS);
  });
});

test('a file truncated anywhere is not a database', () => {
  const whole = mmdbOf({});
  for (let length = 0; length < whole.length; length += 1) {
    expect(() => createMmdbReader(whole.subarray(0, length)), `${length} bytes`).toThrow(MmdbFormatError);
  }
});

import { expect, test } from 'vitest';
import { hexBytes } from '../tls-records/testing/record-bytes.ts';
import { octetsOf, takeVarint, varint } from './octets.ts';
import { fullPacketNumber } from './packet-number.ts';
import { QuicFormatError } from './quic-format-error.ts';

test.each([
  ['9d7f3e7d', 494_878_333],
  ['7bbd', 15_293],
  ['25', 37],
  ['4025', 37],
  ['c000000040000000', 2 ** 30],
])('RFC 9000 appendix A.1: %s is %i', (hex, value) => {
  const octets = octetsOf(hexBytes(hex));
  expect(takeVarint(octets)).toBe(value);
  expect(octets.offset).toBe(hex.length / 2);
});

test('numbers above 2^53 are rounded', () => {
  expect(takeVarint(octetsOf(hexBytes('c2197c5eff14e88c')))).toBe(Number(151_288_809_941_952_652n));
});

test.each([0, 63, 64, 16_383, 16_384, 2 ** 30 - 1])('%i is read as it was written', (value) => {
  expect(takeVarint(octetsOf(varint(value)))).toBe(value);
});

test('a number that ends early, or is too large to send, is refused', () => {
  expect(() => takeVarint(octetsOf(hexBytes('40')))).toThrow(QuicFormatError);
  expect(() => varint(2 ** 30)).toThrow(QuicFormatError);
});

test.each([
  [0x9b32, 16, 0xa82f_30ea, 0xa82f_9b32],
  [0, 32, -1, 0],
  [2, 8, 0xfe, 0x102],
  [0xff, 8, 0x101, 0xff],
  [5, 8, 5, 5],
])('RFC 9000 appendix A.3: %i in %i bits after %i is %i', (truncated, bits, largest, full) => {
  expect(fullPacketNumber(truncated, bits, largest)).toBe(full);
});

import { expect, test } from 'vitest';
import { DnsFormatError } from './dns-format-error.ts';
import { peekHeader } from './header.ts';
import { hexBytes } from './testing/wire-messages.ts';

const flagBits = [
  ['isResponse', 0x8000],
  ['isAuthoritative', 0x0400],
  ['isTruncated', 0x0200],
  ['isRecursionDesired', 0x0100],
  ['isRecursionAvailable', 0x0080],
  ['isAuthenticated', 0x0020],
  ['isCheckingDisabled', 0x0010],
] as const;

test.each(flagBits)('%s is its own bit', (flag, bit) => {
  const bytes = hexBytes('0000 0000 0000 0000 0000 0000');
  bytes[2] = bit >> 8;
  bytes[3] = bit & 255;
  const header = peekHeader(bytes);
  for (const [name] of flagBits) expect([name, header[name]]).toEqual([name, name === flag]);
});

test('the fields have the positions of RFC 1035 section 4.1.1', () => {
  expect(peekHeader(hexBytes('BEEF 280B 0001 0002 0003 0004 FF'))).toMatchObject({
    id: 0xbeef,
    opcode: 5,
    rcode: 11,
    questionCount: 1,
    answerCount: 2,
    authorityCount: 3,
    additionalCount: 4,
  });
});

test('a view of a larger buffer is read from its own start', () => {
  const bytes = hexBytes('FFFF BEEF 8000 0000 0000 0000 0000');
  expect(peekHeader(bytes.subarray(2)).id).toBe(0xbeef);
});

test('eleven bytes are not a header', () => {
  expect(() => peekHeader(new Uint8Array(11))).toThrow(DnsFormatError);
});

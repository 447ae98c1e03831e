import { describe, expect, test } from 'vitest';
import { fromBase64, toBase32Hex, toBase64, toHex } from './base-encodings.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** RFC 4648 section 10, base32hex without its padding. */
const vectors = [
  ['', '', '', ''],
  ['f', '66', 'Zg==', 'CO'],
  ['fo', '666F', 'Zm8=', 'CPNG'],
  ['foo', '666F6F', 'Zm9v', 'CPNMU'],
  ['foob', '666F6F62', 'Zm9vYg==', 'CPNMUOG'],
  ['fooba', '666F6F6261', 'Zm9vYmE=', 'CPNMUOJ1'],
  ['foobar', '666F6F626172', 'Zm9vYmFy', 'CPNMUOJ1E8'],
] as const;

describe('RFC 4648 section 10', () => {
  test.each(vectors)('%j', (text, hex, base64, base32Hex) => {
    expect(toHex(bytes(text))).toBe(hex);
    expect(toBase64(bytes(text))).toBe(base64);
    expect(toBase32Hex(bytes(text))).toBe(base32Hex);
    expect(fromBase64(base64)).toEqual(bytes(text));
  });
});

test('base64 of a whole message has no line breaks', () => {
  const long = new Uint8Array(65_535).fill(0xff);
  expect(toBase64(long)).toBe('/'.repeat(87_380));
});

test.each(['Zg', 'Zg=', 'Z===', 'Zm 9', 'Zm9v\n', '_w=='])('%j is not padded base64', (text) => {
  expect(fromBase64(text)).toBeNull();
});

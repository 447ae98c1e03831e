import { expect, it } from 'vitest';
import { toBase32 } from './base32.ts';

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'my'],
  ['fo', 'mzxq'],
  ['foo', 'mzxw6'],
  ['foob', 'mzxw6yq'],
  ['fooba', 'mzxw6ytb'],
  ['foobar', 'mzxw6ytboi'],
])('%j is %j', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

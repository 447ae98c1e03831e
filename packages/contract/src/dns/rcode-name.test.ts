import { expect, it } from 'vitest';
import { rcodeName } from './rcode-name.ts';

it.each([
  [0, 'NOERROR'],
  [3, 'NXDOMAIN'],
  [23, 'BADCOOKIE'],
  // Reserved (IANA registry "DNS RCODEs").
  [65_535, 'RCODE 65535'],
])('%i is %s', (rcode, name) => {
  expect(rcodeName(rcode)).toBe(name);
});

import { expect, it } from 'vitest';
import { bothSpellings } from './other-spelling.ts';

it.each([
  ['example.com', 'example.com'],
  ['Example.com.', 'Example.com.'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::443', '2001:db8::443'],
  ['AS15169', 'AS15169'],
  ['bücher.de', 'bücher.de (xn--bcher-kva.de)'],
  ['BÜCHER.de:8443', 'BÜCHER.de:8443 (xn--bcher-kva.de)'],
  ['xn--bcher-kva.de', 'xn--bcher-kva.de (bücher.de)'],
  ['xn--a.test', 'xn--a.test'],
  ['no name at all', 'no name at all'],
  ['a\u202eb.test', 'a\\u{202e}b.test'],
])('%s is shown as %s', (target, shown) => expect(bothSpellings(target)).toBe(shown));

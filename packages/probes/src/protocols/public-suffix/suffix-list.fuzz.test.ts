import { domainToASCII } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSuffixList } from './suffix-list.ts';

const label = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const name = fc.array(label, { minLength: 1, maxLength: 8 }).map((labels) => labels.join('.'));
const rule = fc.tuple(fc.constantFrom('', '*.', '!'), name).map(([mark, suffix]) => mark + suffix);

test('any text is read, and any name gets one of its own ends as a suffix', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(rule, fc.string(), fc.constant('// ===BEGIN PRIVATE DOMAINS==='))),
      name,
      (lines, asked) => {
        const list = readSuffixList(lines.join('\n'), domainToASCII);
        for (const withCompanies of [true, false]) {
          const found = list.suffixOf(asked, withCompanies);
          if (found !== null) expect(`.${asked}`.endsWith(found.suffix === '' ? '' : `.${found.suffix}`)).toBe(true);
          if (!withCompanies && found !== null) expect(found.isOfRegistry).toBe(true);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('a name of many labels takes no time', () => {
  const list = readSuffixList('com\n*.ck\n!www.ck', domainToASCII);
  const start = performance.now();
  for (let round = 0; round < 1000; round += 1) list.suffixOf('a.'.repeat(120), true);
  expect(performance.now() - start).toBeLessThan(5000);
});

import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDate } from './dates.ts';
import { readRdapStatus } from './epp-status.ts';
import { shownValue } from './facts.ts';

const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const character = fc.constantFrom(...'0123456789-./: TZ+()#,janAugdecutcJST');
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: character, maxLength: 200 }));

test(`dates, states and values of any text have the promised form (SONDE_FUZZ_SEED=${seed})`, () => {
  fc.assert(
    fc.property(text, (input) => {
      const date = readDate(input);
      if (date !== null) {
        expect(date).toMatch(/^(?:19|20|21|22)\d\d-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?$/);
        expect(readDate(date)).toBe(date);
      }
      expect(typeof readRdapStatus(input).code).toBe('string');
      expect(shownValue(input)?.length ?? 0).toBeLessThanOrEqual(500);
    }),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('reads every date back unchanged', () => {
  const dates = fc.date({ min: new Date('1985-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const iso = `${date.toISOString().slice(0, 19)}Z`;
      expect(readDate(iso)).toBe(iso);
      expect(readDate(iso.slice(0, 10))).toBe(iso.slice(0, 10));
    }),
    { seed },
  );
});

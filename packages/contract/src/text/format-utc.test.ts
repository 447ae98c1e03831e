import { expect, it } from 'vitest';
import { formatUtc } from './format-utc.ts';

it.each([
  ['2026-12-29T23:59:59Z', '2026-12-29 23:59:59 UTC'],
  ['2026-12-29T23:59:59.123Z', '2026-12-29 23:59:59 UTC'],
  ['1 August 2001', '1 August 2001'],
  ['2026-12-29T23:59:59+02:00', '2026-12-29T23:59:59+02:00'],
])('%s is %s', (iso, shown) => {
  expect(formatUtc(iso)).toBe(shown);
});

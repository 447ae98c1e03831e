import { expect, test } from 'vitest';
import { isFresh } from './freshness.ts';

const now = new Date('2026-11-22T12:00:00Z');
const at = (time: string | null) => (time === null ? null : new Date(`2026-11-${time}:00Z`));

test.each([
  ['22T06:00', '29T06:00', true],
  ['15T06:00', '22T11:00', false],
  // Clocks differ by five minutes at most.
  ['22T12:04', '29T06:00', true],
  ['22T12:06', '29T06:00', false],
  ['15T06:00', '22T11:56', true],
  // Without nextUpdate: one day.
  ['22T06:00', null, true],
  ['21T06:00', null, false],
  [null, '29T06:00', false],
])('from %s to %s: %s', (thisUpdate, nextUpdate, expected) => {
  expect(isFresh({ thisUpdate: at(thisUpdate), nextUpdate: at(nextUpdate) }, now)).toBe(expected);
});

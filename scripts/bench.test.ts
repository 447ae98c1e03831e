import { expect, it } from 'vitest';
import { problemsOf } from '../bench/report.ts';

// `bench.long.test.ts` runs the benches.

it('a report without targets, numbers or lines is noticed', () => {
  const whole = { conditions: { rounds: 1 }, targets: [], lines: ['one'], rounds: [] };
  const target = { what: 'ratio', value: 1, limit: 2, isMet: true };
  expect(problemsOf({ ...whole, targets: [target] })).toEqual([]);
  expect(problemsOf(whole)).toEqual(['It has no target.']);
  expect(problemsOf({ ...whole, lines: [], targets: [{ ...target, limit: Number.NaN }] })).toHaveLength(2);
});

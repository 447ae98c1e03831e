import { expect, it } from 'vitest';
import { problemsOf } from '../bench/report.ts';
import { benches, runBriefly } from './run-benches.ts';

/** The long set runs all of them. */
const ONE = ['mac'];

it('a bench still runs, and reports its conditions, targets and lines', async () => {
  expect(benches).toEqual(expect.arrayContaining(ONE));
  expect(await runBriefly(ONE)).toEqual({ code: 0, errors: '', ran: ONE });
});

it('a report without targets, numbers or lines is noticed', () => {
  const whole = { conditions: { rounds: 1 }, targets: [], lines: ['one'], rounds: [] };
  const target = { what: 'ratio', value: 1, limit: 2, isMet: true };
  expect(problemsOf({ ...whole, targets: [target] })).toEqual([]);
  expect(problemsOf(whole)).toEqual(['It has no target.']);
  expect(problemsOf({ ...whole, lines: [], targets: [{ ...target, limit: Number.NaN }] })).toHaveLength(2);
});

import { expect, it } from 'vitest';
import { problemsOf } from '../bench/report.ts';
import { benches, runBriefly } from './run-benches.ts';

/** One of each kind: against another program, and against servers of the lab. */
const OF_EACH_KIND = ['mac', 'whois'];

it('a bench of each kind still runs, and reports its conditions, targets and lines', async () => {
  expect(benches).toEqual(expect.arrayContaining(OF_EACH_KIND));
  expect(await runBriefly(OF_EACH_KIND)).toEqual({ code: 0, errors: '', ran: OF_EACH_KIND });
});

it('a report without targets, numbers or lines is noticed', () => {
  const whole = { conditions: { rounds: 1 }, targets: [], lines: ['one'], rounds: [] };
  const target = { what: 'ratio', value: 1, limit: 2, isMet: true };
  expect(problemsOf({ ...whole, targets: [target] })).toEqual([]);
  expect(problemsOf(whole)).toEqual(['It has no target.']);
  expect(problemsOf({ ...whole, lines: [], targets: [{ ...target, limit: Number.NaN }] })).toHaveLength(2);
});

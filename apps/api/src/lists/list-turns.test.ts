import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TurnList, turnsOf } from './list-turns.ts';

const MOST = 4;
const list = (id: string, party: string, runsSinceMs: number | null = null, servedMs = 0): TurnList => ({
  ...{ id, party, runsSinceMs, servedMs },
});

it('four lists of one party leave room for that of another, which does not wait', () => {
  const greedy = [1, 2, 3, 4].map((number) => list(`g${number}`, 'greedy', 0));
  expect(turnsOf([...greedy, list('small', 'other')], MOST, 50)).toEqual({ start: ['small'], pause: ['g1'] });
});

it('four lists of four parties pass their turn on after twenty seconds, the one that has run longest first', () => {
  const all = [1, 2, 3, 4].map((number) => list(`l${number}`, `party ${number}`, number * 100));
  const waiting = list('small', 'other');
  expect(turnsOf([...all, waiting], MOST, 20_050)).toEqual({ start: [], pause: [] });
  expect(turnsOf([...all, waiting], MOST, 20_100)).toEqual({ start: ['small'], pause: ['l1'] });
});

it('of the lists of a party, the one that has run least is next', () => {
  const all = [list('later', 'a', null, 5_000), list('new', 'a'), list('other', 'b', null, 9_000)];
  expect(turnsOf(all, 2, 0).start).toEqual(['new', 'other']);
});

it('whatever is started, no more run than may, and no party runs two more than one that waits', () => {
  const one = fc.record({
    party: fc.constantFrom('a', 'b', 'c', 'd'),
    runsSinceMs: fc.option(fc.integer({ min: 0, max: 60_000 })),
    servedMs: fc.nat(60_000),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 20 }), (made) => {
      let left = MOST;
      const all = made.map((of, index) => {
        const runs = of.runsSinceMs !== null && left-- > 0;
        return { ...of, id: String(index), runsSinceMs: runs ? of.runsSinceMs : null };
      });
      const { start, pause } = turnsOf(all, MOST, 60_001);
      const runs = all.filter(
        ({ id, runsSinceMs }) => (runsSinceMs !== null || start.includes(id)) && !pause.includes(id),
      );
      expect(runs).toHaveLength(Math.min(MOST, all.length));
      const countOf = (party: string) => runs.filter((of) => of.party === party).length;
      for (const { party } of all.filter((of) => !runs.includes(of)))
        for (const of of runs) expect(countOf(of.party)).toBeLessThanOrEqual(countOf(party) + 1);
    }),
  );
});

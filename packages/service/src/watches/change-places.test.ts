import { SELF } from '@sonde/contract/places/places';
import { expect, it } from 'vitest';
import { changePlaces } from './change-places.ts';
import { stateOf, type WatchMemory } from './memory.ts';
import type { Watching } from './observe.ts';
import { observeOutcome } from './observe-outcome.ts';
import { type MeasuredPlace, observePlaces } from './observe-places.ts';

let ids = 0;
const watching: Watching = {
  rules: {},
  quiet: [],
  // Less often than once an hour, so that the address is not observed for its turns first.
  everySeconds: 7_200,
  confirmSeconds: 60,
  newId: () => `id${ids++}`,
};
const answer = (value: string) => ({ kind: 'answer', facts: new Map([['records/A', [value]]]), ends: [] }) as const;
const at = (place: string, value: string): MeasuredPlace => ({ place, outcome: answer(value), answeredAt: null });

/** Measures twice, as a watch does that knows its places. */
function known(...measured: readonly MeasuredPlace[]): WatchMemory {
  const first = observePlaces(null, watching, measured, 0).memory;
  return observePlaces(first, watching, measured, 900_000).memory;
}

it('forgets a removed place, keeps the others, and takes the first answers of a new one for no change', () => {
  const before = known(at(SELF, '192.0.2.1'), at('fra', '192.0.2.2'));
  const changed = changePlaces(before, [SELF, 'ams']);
  expect(stateOf(changed as WatchMemory)).toEqual({ 'self/exists': true, 'self/records/A': ['192.0.2.1'] });
  const { changes, memory } = observePlaces(
    changed,
    watching,
    [at(SELF, '192.0.2.1'), at('ams', '192.0.2.9')],
    1_800_000,
  );
  expect(changes).toEqual([]);
  expect(stateOf(memory)).toEqual({
    ...{ 'self/exists': true, 'self/records/A': ['192.0.2.1'] },
    ...{ 'ams/exists': true, 'ams/records/A': ['192.0.2.9'] },
  });
});

it('starts anew at a place that was removed and comes back', () => {
  const without = changePlaces(known(at(SELF, '192.0.2.1'), at('fra', '192.0.2.2')), [SELF]);
  const again = changePlaces(without, [SELF, 'fra']);
  const { changes } = observePlaces(again, watching, [at(SELF, '192.0.2.1'), at('fra', '192.0.2.7')], 1_800_000);
  expect(changes).toEqual([]);
});

it('withdraws at the next look what only a removed place has found', () => {
  const before = known(at(SELF, '192.0.2.1'), at('fra', '192.0.2.2'));
  const suspected = observePlaces(before, watching, [at(SELF, '192.0.2.1'), at('fra', '192.0.2.3')], 1_800_000);
  expect(suspected.changes).toMatchObject([{ state: 'suspected' }]);
  const changed = changePlaces(suspected.memory, [SELF, 'ams']);
  const next = observePlaces(changed, watching, [at(SELF, '192.0.2.1'), at('ams', '192.0.2.1')], 1_860_000);
  expect(next.changes).toMatchObject([{ id: suspected.changes[0]?.id, state: 'withdrawn' }]);
});

it('takes over what is known of the server, both ways', () => {
  const alone = observeOutcome(null, watching, answer('192.0.2.1'), 0).memory;
  const wide = changePlaces(alone, ['fra', SELF]);
  expect(stateOf(wide as WatchMemory)).toEqual({ 'self/exists': true, 'self/records/A': ['192.0.2.1'] });
  expect(stateOf(changePlaces(wide, []) as WatchMemory)).toEqual({ exists: true, 'records/A': ['192.0.2.1'] });
  expect(changePlaces(alone, ['fra'])).toBeNull();
  expect(changePlaces(null, [SELF, 'fra'])).toBeNull();
  expect(changePlaces(known(at('fra', '192.0.2.2')), [])).toBeNull();
});

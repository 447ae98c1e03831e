import { factsFrom, setOf } from '@sonde/contract/fact/fact';
import { describe, expect, it } from 'vitest';
import { stateOf, type WatchMemory } from './memory.ts';
import type { FoundChange, Watching } from './observe.ts';
import { observePlaces } from './observe-places.ts';
import type { PartMeasurement } from './observe-report.ts';

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');

/** A watch from several places; each look shows what its places have measured. */
function watch() {
  let [memory, atMs, id]: [WatchMemory | null, number, number] = [null, START_MS, 0];
  const watching: Watching = {
    rules: { weights: [[/^records\/MX$/, 'high']] },
    quiet: [],
    everySeconds: 900,
    confirmSeconds: 60,
    newId: () => `${++id}`,
  };
  return {
    look(outcomes: Readonly<Record<string, string | PartMeasurement>>): readonly FoundChange[] {
      const measured = Object.entries(outcomes).map(([place, outcome]) => ({
        place,
        outcome: typeof outcome === 'string' ? answer(outcome) : outcome,
        answeredAt: null,
      }));
      const step = observePlaces(memory, watching, measured, atMs);
      memory = JSON.parse(JSON.stringify(step.memory)) as WatchMemory;
      atMs += step.nextSeconds * 1000;
      return step.changes;
    },
    wait: (ms: number) => {
      atMs += ms;
    },
    state: () => (memory === null ? {} : stateOf(memory)),
    memory: () => memory,
    minutes: () => (atMs - START_MS) / 60_000,
  };
}

const answer = (mail: string): PartMeasurement => ({
  kind: 'answer',
  facts: factsFrom([['records/MX', setOf([mail])]]),
  ends: [],
});
const offline: PartMeasurement = { kind: 'failure', code: 'offline' };
const busy: PartMeasurement = { kind: 'later', seconds: 60 };
const usual = { fra: 'mx1', ams: 'mx1', nyc: 'mx1' };
const changed = { fra: 'mx2', ams: 'mx2', nyc: 'mx1' };

/** A watch that knows its targets: everything was measured twice. */
function known(outcomes: Parameters<ReturnType<typeof watch>['look']>[0] = usual) {
  const one = watch();
  for (let looks = 0; looks < 2; looks += 1) expect(one.look(outcomes)).toEqual([]);
  return one;
}
const confirmedOf = (changes: readonly FoundChange[]) =>
  changes.filter(({ state, isKnown }) => state === 'confirmed' && isKnown !== true);

describe('a watch from several places', () => {
  it('tells a change of several places once, with all of them, when they have confirmed it', () => {
    const { look, state } = known();
    expect(look(changed)).toMatchObject([{ path: 'records/MX', state: 'suspected', weight: 'high' }]);
    const told = [look(changed), look(changed), look(changed), look(changed)].flatMap(confirmedOf);
    expect(told).toMatchObject([
      {
        before: ['mx1'],
        after: ['mx2'],
        places: { changed: [{ places: ['fra', 'ams'] }], same: ['nyc'], missing: [] },
      },
    ]);
    expect(state()).toMatchObject({ 'fra/records/MX': ['mx2'], 'nyc/records/MX': ['mx1'] });
  });

  it('takes places that disagree from the beginning for no change', () => {
    const { look } = known({ ...usual, nyc: 'mx9' });
    expect(look({ ...usual, nyc: 'mx9' })).toEqual([]);
  });

  it('withdraws what no place has confirmed', () => {
    const { look } = known();
    const [suspected] = look(changed);
    expect(look(usual)).toMatchObject([{ id: suspected?.id, state: 'withdrawn' }]);
    expect(look(usual)).toEqual([]);
  });

  it('adds a place that follows to what was told, and tells another value of it', () => {
    const { look, wait } = known();
    const [told] = [1, 2, 3, 4].flatMap(() => confirmedOf(look(changed)));
    const all = { ...changed, nyc: 'mx2' };
    const later = [1, 2, 3, 4].flatMap(() => look(all));
    expect(later).toMatchObject([{ id: told?.id, isKnown: true, places: { same: [] } }]);
    wait(2 * 86_400_000);
    const other = [1, 2, 3, 4].flatMap(() => confirmedOf(look({ ...all, nyc: 'mx3' })));
    expect(other).toMatchObject([{ after: ['mx3'], places: { changed: [{ places: ['nyc'] }], same: ['fra', 'ams'] } }]);
  });

  it('tells once that places cannot be asked and once that they are back; neither is a change', () => {
    const { look, memory, minutes } = known();
    const away = { ...usual, ams: offline, nyc: offline };
    const before = minutes();
    const told = [1, 2, 3, 4, 5].flatMap(() => look(away));
    expect(told).toMatchObject([
      { kind: 'cannot-measure', after: 'ams (offline), nyc (offline)', places: { same: ['fra'] } },
    ]);
    // The others are not asked more often for that.
    expect(minutes() - before).toBe(75);
    expect(memory()?.cannot).toBeNull();
    expect(look(usual)).toMatchObject([{ kind: 'back', before: 'ams (offline), nyc (offline)' }]);
    const none = { fra: offline, ams: offline, nyc: offline };
    for (let looks = 0; looks < 3; looks += 1) look(none);
    expect(memory()?.cannot).toBe('offline');
  });

  it('does not wait for a place that is gone while it suspects a change, and names it as not measured', () => {
    const { look } = known();
    look({ ...changed, nyc: 'mx2' });
    const told = [1, 2, 3, 4].flatMap(() => confirmedOf(look({ ...changed, nyc: offline })));
    expect(told.filter(({ kind }) => kind === 'changed')).toMatchObject([
      { places: { changed: [{ places: ['fra', 'ams'] }], same: [], missing: ['nyc'] } },
    ]);
  });

  it('says nothing about a place that was busy, and forgets one that is no longer asked', () => {
    const { look, state } = known();
    expect(look({ ...usual, ams: busy })).toEqual([]);
    look({ fra: 'mx1' });
    expect(Object.keys(state())).toEqual(['fra/records/MX', 'fra/exists']);
  });

  it.each(['constructor', 'tostring'])('has no trouble with a place named %s', (place) => {
    const { look } = known({ [place]: 'mx1', self: 'mx1' });
    expect(look({ [place]: 'mx2', self: 'mx1' })).toMatchObject([{ places: { changed: [{ places: [place] }] } }]);
  });
});

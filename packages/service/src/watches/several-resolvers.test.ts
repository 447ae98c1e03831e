import { factsFrom, setOf } from '@sonde/contract/fact/fact';
import { describe, expect, it } from 'vitest';
import type { WatchMemory } from './memory.ts';
import { avoidedResolvers, type FoundChange, observeAnswer, type Watching } from './observe.ts';

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');
const statesOf = (changes: readonly FoundChange[]) => changes.map(({ path, state }) => `${path} ${state}`);

describe('a watch with several resolvers', () => {
  const [FIRST, SECOND] = [['192.0.2.1:53'], ['192.0.2.2:53']];
  /** A watch that has known the state since two measurements of the first resolver. */
  function known() {
    let [memory, id]: [WatchMemory | null, number] = [null, 0];
    const watching: Watching = {
      rules: {},
      quiet: [],
      everySeconds: 3_600,
      confirmSeconds: 60,
      newId: () => `${++id}`,
    };
    const answer = (resolvers: readonly string[], mail: readonly string[], name: string | null = null) => {
      const given = factsFrom([
        ['records/MX', setOf(mail)],
        ['records/CNAME', name],
      ]);
      const done = observeAnswer(memory, watching, { facts: given, ends: [], atMs: START_MS, resolvers });
      memory = JSON.parse(JSON.stringify(done.memory)) as WatchMemory;
      return statesOf(done.changes);
    };
    answer(FIRST, ['a']);
    answer(FIRST, ['a']);
    return { answer, avoided: () => avoidedResolvers(memory) };
  }

  it('has others asked only while something is suspected, each in turn', () => {
    const { answer, avoided } = known();
    expect(avoided()).toEqual([]);
    expect(answer(FIRST, ['b'])).toEqual(['records/MX suspected']);
    expect(avoided()).toEqual(FIRST);
    expect(answer(SECOND, ['a'])).toEqual([]);
    expect(avoided()).toEqual([]);
    expect(answer(FIRST, ['b'])).toEqual([]);
    expect(avoided()).toEqual(FIRST);
  });

  it('tells what others have too, once the usual number has seen it', () => {
    const { answer, avoided } = known();
    answer(FIRST, ['a', 'b']);
    expect(answer(SECOND, ['a', 'b'])).toEqual(['records/MX confirmed']);
    expect(avoided()).toEqual([]);
    expect(answer(FIRST, ['a'])).toEqual(['records/MX suspected']);
    expect(answer(SECOND, ['a'])).toEqual([]);
    expect(answer(FIRST, ['a'])).toEqual(['records/MX confirmed']);
  });

  it('does not tell what others deny, until they have it or it has lasted', () => {
    const { answer } = known();
    answer(FIRST, ['b']);
    for (let times = 0; times < 5; times += 1) {
      expect(answer(SECOND, ['a'])).toEqual([]);
      expect(answer(FIRST, ['b'])).toEqual([]);
    }
    expect(answer(SECOND, ['b'])).toEqual(['records/MX confirmed']);
    const stubborn = known();
    stubborn.answer(FIRST, ['b']);
    let [told, looks]: [string[], number] = [[], 1];
    for (; told.length === 0; looks += 1)
      told = stubborn.avoided().length > 0 ? stubborn.answer(SECOND, ['a']) : stubborn.answer(FIRST, ['b']);
    expect(told).toEqual(['records/MX confirmed']);
    expect(looks).toBe(39);
  });

  it('withdraws what the first no longer has', () => {
    const { answer } = known();
    answer(FIRST, ['b']);
    answer(SECOND, ['a']);
    expect(answer(FIRST, ['a'])).toEqual(['records/MX withdrawn']);
  });

  it('suspects nothing because others differ, however often they are asked', () => {
    const { answer } = known();
    for (const mail of ['b', 'c', 'd', 'e']) {
      expect(answer(FIRST, [mail])).toEqual(['records/MX suspected']);
      expect(answer(SECOND, [mail], 'elsewhere.example')).toEqual([]);
      expect(answer(FIRST, [mail])).toEqual(['records/MX confirmed']);
    }
    expect(answer(FIRST, ['e'], 'elsewhere.example')).toEqual(['records/CNAME suspected']);
  });

  it('does without others if the same answer all the same', () => {
    const { answer } = known();
    answer(FIRST, ['a', 'b']);
    expect(answer(FIRST, ['a', 'b'])).toEqual(['records/MX confirmed']);
  });
});

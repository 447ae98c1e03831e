import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import { type Facts, factsFrom, setOf } from '@sonde/contract/fact/fact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownEnd, stateOfEnd } from './ends.ts';
import { stateOf, type WatchMemory } from './memory.ts';
import { type FoundChange, observeAbsence, observeAnswer, observeFailure, type Watching } from './observe.ts';

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;

/** A watch that is shown one answer after the other. */
function watch(more: Partial<Watching> = {}) {
  let [memory, atMs, id]: [WatchMemory | null, number, number] = [null, START_MS, 0];
  const watching: Watching = {
    rules: {},
    quiet: [],
    everySeconds: 3_600,
    confirmSeconds: 60,
    newId: () => `${++id}`,
    ...more,
  };
  let seconds = 0;
  const take = (step: {
    readonly memory: WatchMemory;
    readonly changes: readonly FoundChange[];
    readonly nextSeconds: number;
  }) => {
    memory = step.memory;
    seconds = step.nextSeconds;
    atMs += step.nextSeconds * 1000;
    return step.changes;
  };
  return {
    answer: (facts: Facts, ends: readonly KnownEnd[] = []) =>
      take(observeAnswer(memory, watching, { facts, ends, atMs })),
    absence: () => take(observeAbsence(memory, watching, { atMs })),
    failure: () => take(observeFailure(memory, watching, 'timeout', atMs)),
    state: () => (memory === null ? {} : stateOf(memory)),
    characters: () => JSON.stringify(memory).length,
    /** After how long it is measured next. */
    seconds: () => seconds,
    skipTo: (ms: number) => {
      atMs = ms;
    },
  };
}

const facts = (mail: readonly string[], more: readonly (readonly [string, string | null])[] = []) =>
  factsFrom([['records/MX', setOf(mail)], ...more]);
const statesOf = (changes: readonly FoundChange[]) => changes.map(({ path, state }) => `${path} ${state}`);

describe('a watch', () => {
  it('tells a new member when it is seen again, and a removal after three measurements', () => {
    const { answer } = watch();
    for (let time = 0; time < 2; time++) expect(answer(facts(['a', 'b']))).toEqual([]);
    expect(statesOf(answer(facts(['a', 'b', 'c'])))).toEqual(['records/MX suspected']);
    expect(statesOf(answer(facts(['a', 'b', 'c'])))).toEqual(['records/MX confirmed']);
    expect(statesOf(answer(facts(['a', 'c'])))).toEqual(['records/MX suspected']);
    expect(answer(facts(['a', 'c']))).toEqual([]);
    expect(answer(facts(['a', 'c']))).toMatchObject([
      { state: 'confirmed', before: ['a', 'b', 'c'], after: ['a', 'c'] },
    ]);
  });

  it('withdraws what was not there when asked again, with the same id', () => {
    const { answer } = watch();
    answer(facts(['a']));
    answer(facts(['a']));
    const [suspected] = answer(facts([]));
    expect(answer(facts(['a']))).toMatchObject([{ id: suspected?.id, state: 'withdrawn' }]);
  });

  it('tells nothing of quiet paths, nor of a part that was not measured', () => {
    const { answer } = watch({ quiet: ['records/*'] });
    answer(facts(['a']));
    for (let time = 0; time < 4; time++) expect(answer(facts(['b']))).toEqual([]);
    const other = watch();
    other.answer(facts(['a'], [['dnssec', 'validated']]));
    for (let time = 0; time < 4; time++) expect(other.answer(facts(['a']))).toEqual([]);
    expect(other.answer(facts(['a'], [['dnssec', 'validated']]))).toEqual([]);
  });

  it('tells once that it cannot be measured, and once that it is back', () => {
    const { answer, failure } = watch();
    answer(facts(['a']));
    const told = Array.from({ length: 6 }, () => failure().map(({ kind }) => kind));
    expect(told).toEqual([[], [], ['cannot-measure'], [], [], []]);
    expect(answer(facts(['a'])).map(({ kind }) => kind)).toEqual(['back']);
    expect(answer(facts(['a']))).toEqual([]);
  });

  it('tells that a name no longer exists, which is no failure', () => {
    const { answer, absence } = watch();
    answer(facts(['a']));
    answer(facts(['a']));
    const told = Array.from({ length: 3 }, () => statesOf(absence())).flat();
    expect(told).toEqual(['exists suspected', 'exists confirmed']);
  });

  it('withdraws a suspicion about a fact that is no longer measured, and is measured at its interval again', () => {
    const { answer, seconds } = watch();
    for (let time = 0; time < 3; time++) answer(facts(['a'], [['dnssec', 'validated']]));
    const [suspected] = answer(facts(['a'], [['dnssec', 'bogus']]));
    const told = Array.from({ length: 4 }, () => answer(facts(['a'])));
    expect(told.flat()).toMatchObject([{ id: suspected?.id, path: 'dnssec', state: 'withdrawn' }]);
    expect(seconds()).toBe(3_600);
    const waits = Array.from({ length: 30 }, () => {
      answer(facts(['a']));
      return seconds();
    });
    expect(new Set(waits)).toEqual(new Set([3_600]));
    answer(facts(['a'], [['dnssec', 'bogus']]));
    expect(statesOf(answer(facts(['a'], [['dnssec', 'bogus']])))).toEqual(['dnssec confirmed']);
  });

  it('remembers a bounded number of facts and members, however many come and go', () => {
    const { answer, state, characters } = watch();
    const sizes: number[] = [];
    const told: FoundChange[] = [];
    for (let time = 0; time < 60; time++) {
      const fresh = Array.from({ length: 200 }, (_, at) => `member-${time}-${at}`);
      const pages = Array.from({ length: 40 }, (_, at) => [`addresses/${time}-${at}`, 'ok'] as const);
      // One member comes back, so that the set seems to turn.
      const all = factsFrom([
        ['records/TXT', setOf([...fresh, `turn-${time % 2}`])],
        ['records/MX', setOf(['a'])],
        ...pages,
      ]);
      told.push(...answer(all).filter((one) => one.state === 'confirmed' && one.path !== 'records/TXT'));
      sizes.push(characters());
    }
    expect(told).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThan(500_000);
    expect(Object.keys(state()).length).toBeLessThanOrEqual(1_000);
    expect(state()['records/MX']).toEqual(['a']);
  });

  it('never tells of values that come and go, after it has learnt them', () => {
    const { answer } = watch();
    const told = Array.from({ length: 60 }, (_, at) =>
      answer(factsFrom([['certificate', at % 2 === 0 ? 'A' : 'B']])).filter(({ state }) => state === 'confirmed'),
    );
    expect(told.flat().length).toBeLessThanOrEqual(1);
    expect(told.slice(10).flat()).toEqual([]);
  });
});

describe('a certificate of six days', () => {
  const DAYS_MS = 6 * 24 * HOUR_MS;
  const served = (number: number): readonly [Facts, readonly KnownEnd[]] => {
    const beginsMs = START_MS + number * (DAYS_MS - 24 * HOUR_MS);
    const [begins, ends] = [beginsMs, beginsMs + DAYS_MS].map((ms) => new Date(ms).toISOString());
    const known = factsFrom([
      ['certificate', `fingerprint ${number}`],
      ['certificate/issuer', `CN=R${10 + (number % 3)},O=Example CA`],
      ['certificate/validUntil', ends ?? ''],
      ['chain', setOf([`fingerprint ${number}`, `issuer ${number % 3}`])],
      ['certificates', setOf([`fingerprint ${number}`])],
      ['addresses/192.0.2.1/certificate', `fingerprint ${number}`],
    ]);
    return [
      known,
      [
        {
          id: `fingerprint ${number}`,
          about: 'shop.test',
          kind: 'certificate',
          begins: begins ?? null,
          ends: ends ?? '',
        },
      ],
    ];
  };

  it('is renewed with one message each time, and warned of once', () => {
    const { answer, skipTo } = watch({ rules: watchRulesOf('ssl'), everySeconds: 21_600 });
    const told: FoundChange[] = [];
    for (let number = 0; number < 4; number++) {
      skipTo(START_MS + number * (DAYS_MS - 24 * HOUR_MS));
      for (let time = 0; time < 14; time++)
        told.push(...answer(...served(number)).filter(({ state }) => state === 'confirmed'));
    }
    expect(told.map(({ kind }) => kind)).toEqual(['renewed', 'renewed', 'renewed']);
    skipTo(Date.parse(served(3)[1][0]?.ends ?? '') - 47 * HOUR_MS);
    expect(answer(...served(3))).toMatchObject([{ kind: 'ends', weight: 'normal' }]);
    expect(answer(...served(3))).toEqual([]);
    skipTo(Date.parse(served(3)[1][0]?.ends ?? '') - 23 * HOUR_MS);
    expect(answer(...served(3))).toMatchObject([{ kind: 'ends', weight: 'high' }]);
    expect(answer(...served(3))).toEqual([]);
  });

  it('is warned of once, even if only every other measurement shows it', () => {
    const { answer } = watch({ rules: watchRulesOf('ssl'), everySeconds: 3_600 });
    const endsAt = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();
    const end = (id: string): KnownEnd => ({
      ...{ id, about: 'shop.test', kind: 'certificate', begins: endsAt(-89 * 24), ends: endsAt(23) },
    });
    const told = Array.from({ length: 12 }, (_, at) => answer(facts(['a']), [end(at % 2 === 0 ? 'A' : 'B')])).flat();
    expect(told.filter(({ kind }) => kind === 'ends')).toHaveLength(2);
  });

  it.each([
    [90, 31, 'good'],
    [90, 29, 'warn'],
    [90, 14, 'bad'],
    [6, 3, 'good'],
    [6, 1.9, 'warn'],
    [6, 0.9, 'bad'],
    [1, 0.6, 'good'],
  ])('of %d days, %d before its end, is %s', (days, left, state) => {
    const endsMs = START_MS + days * 24 * HOUR_MS;
    const end = {
      kind: 'certificate',
      begins: new Date(START_MS).toISOString(),
      ends: new Date(endsMs).toISOString(),
    } as const;
    expect(stateOfEnd(end, endsMs - left * 24 * HOUR_MS)).toBe(state);
  });
});

const members = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });

describe('whatever is measured', () => {
  it('a state that lasts becomes the known one, with at most one message for each member, and then there is silence', () => {
    fc.assert(
      fc.property(fc.array(fc.option(members, { nil: null }), { maxLength: 30 }), members, (earlier, last) => {
        const { answer, failure, state } = watch();
        for (const one of earlier)
          if (one === null) failure();
          else answer(facts(one));
        const told = Array.from({ length: 130 }, () => answer(facts(last)));
        expect(state()['records/MX']).toEqual([...last].toSorted());
        const confirmed = told.flat().filter((one) => one.state === 'confirmed' && one.path === 'records/MX');
        expect(confirmed.length).toBeLessThanOrEqual(4);
        expect(told.slice(105).flat()).toEqual([]);
      }),
    );
  });

  it('no change is told twice, and none is told that was not measured twice', () => {
    fc.assert(
      fc.property(fc.array(members, { maxLength: 40 }), (all) => {
        const { answer } = watch();
        const ids = all.flatMap((one) =>
          answer(facts(one))
            .filter(({ state }) => state === 'confirmed')
            .map(({ id }) => id),
        );
        expect(new Set(ids).size).toBe(ids.length);
        for (const one of new Set(all.map((set) => JSON.stringify(set)))) expect(one.length).toBeGreaterThan(0);
      }),
    );
  });
});

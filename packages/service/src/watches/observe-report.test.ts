import { factsFrom, setOf } from '@sonde/contract/fact/fact';
import { describe, expect, it } from 'vitest';
import { emptyMemory, stateOf, type WatchMemory } from './memory.ts';
import type { FoundChange } from './observe.ts';
import { dueParts, observeReport, type PartMeasurement, type ReportWatching } from './observe-report.ts';

const START_MS = Date.parse('2026-11-01T00:00:00.000Z');
const MINUTE_MS = 60_000;

/** A watch of a report of three tools, of which `whois` is measured once a day, and what it asks for. */
function watch(more: Partial<ReportWatching> = {}) {
  let [memory, atMs, id]: [WatchMemory | null, number, number] = [null, START_MS, 0];
  const watching: ReportWatching = {
    parts: [
      { tool: 'whois', rules: { everySeconds: 86_400, renewals: { expires: 'registration' } } },
      { tool: 'dns', rules: { everySeconds: 900, weights: [[/^records\/MX$/, 'high']] } },
      { tool: 'mail', rules: { everySeconds: 900 } },
    ],
    quiet: [],
    everySeconds: 900,
    confirmSeconds: 60,
    newId: () => `${++id}`,
    ...more,
  };
  const due = () => dueParts(memory, watching, atMs).map(({ tool }) => tool);
  return {
    due,
    /** Measures what is due, and waits for the next time. */
    measure(outcomes: Readonly<Record<string, PartMeasurement>>): readonly FoundChange[] {
      const measured = due().flatMap((tool) => {
        const outcome = outcomes[tool];
        return outcome === undefined ? [] : [{ tool, outcome }];
      });
      const step = observeReport(memory, watching, measured, atMs);
      memory = step.memory;
      atMs += step.nextSeconds * 1000;
      return step.changes;
    },
    wait: (ms: number) => {
      atMs += ms;
    },
    memory: () => memory,
    state: () => (memory === null ? {} : stateOf(memory)),
    minutes: () => (atMs - START_MS) / MINUTE_MS,
  };
}

const answer = (path: string, values: readonly string[]): PartMeasurement => ({
  kind: 'answer',
  facts: factsFrom([[path, setOf(values)]]),
  ends: [],
});
const failure: PartMeasurement = { kind: 'failure', code: 'timeout' };
const usual = {
  whois: answer('status', ['active']),
  dns: answer('records/MX', ['mx1']),
  mail: answer('policy', ['reject']),
};

describe('a watch of a report', () => {
  it('measures each tool at its own time, and all of them when it is asked before', () => {
    const { due, measure, minutes, wait } = watch();
    expect(due()).toEqual(['whois', 'dns', 'mail']);
    measure(usual);
    // The second measurement is soon, in case the first was the odd one.
    expect([minutes(), due()]).toEqual([1, ['whois', 'dns', 'mail']]);
    measure(usual);
    expect([minutes(), due()]).toEqual([16, ['dns', 'mail']]);
    measure(usual);
    wait(-10 * MINUTE_MS);
    expect(due()).toEqual(['whois', 'dns', 'mail']);
  });

  it('keeps the proportions of the tools if it is measured more often than is usual, and no tool more often than it', () => {
    const [often, seldom] = [watch({ everySeconds: 90 }), watch({ everySeconds: 172_800 })];
    for (const { measure } of [often, seldom]) for (let time = 0; time < 2; time++) measure(usual);
    expect([often.minutes(), often.due()]).toEqual([2.5, ['dns', 'mail']]);
    expect(often.memory()?.parts?.['whois']?.nextMs).toBe(START_MS + MINUTE_MS + 8_640_000);
    expect([seldom.minutes(), seldom.due()]).toEqual([1 + 2_880, ['whois', 'dns', 'mail']]);
  });

  it('tells a change of one tool once, with its weight, and asks only that tool again', () => {
    const { due, measure, state } = watch();
    for (let time = 0; time < 3; time++) expect(measure(usual)).toEqual([]);
    const changed = { ...usual, dns: answer('records/MX', ['mx1', 'mx2']) };
    expect(measure(changed)).toMatchObject([{ path: 'dns/records/MX', state: 'suspected', weight: 'high' }]);
    expect(due()).toEqual(['dns']);
    expect(measure(changed)).toMatchObject([{ path: 'dns/records/MX', state: 'confirmed', after: ['mx1', 'mx2'] }]);
    expect(measure(changed)).toEqual([]);
    expect(state()).toEqual({
      'whois/status': ['active'],
      'whois/exists': true,
      'dns/records/MX': ['mx1', 'mx2'],
      'dns/exists': true,
      'mail/policy': ['reject'],
      'mail/exists': true,
    });
  });

  it('takes a tool that cannot measure for no change: it is told once, alone or with the others', () => {
    const { measure, memory } = watch();
    for (let time = 0; time < 2; time++) measure(usual);
    const away = { ...usual, mail: failure };
    const told = [1, 2, 3, 4, 5].flatMap(() => measure(away));
    expect(told).toMatchObject([{ kind: 'cannot-measure', path: 'mail/measurement', after: 'timeout' }]);
    expect(memory()?.cannot).toBeNull();
    expect(measure(usual)).toMatchObject([{ kind: 'back', path: 'mail/measurement' }]);
    const allAway = { whois: failure, dns: failure, mail: failure };
    const all = [1, 2, 3, 4].flatMap(() => measure(allAway));
    expect(all).toMatchObject([
      { kind: 'cannot-measure', path: 'measurement', after: 'dns (timeout), mail (timeout)' },
    ]);
    expect(measure(usual)).toMatchObject([
      { kind: 'back', path: 'measurement', before: 'dns (timeout), mail (timeout)' },
    ]);
  });

  it('forgets a tool that this server no longer has, and ignores quiet paths of one tool', () => {
    const { measure, state } = watch({ quiet: ['dns/*'] });
    for (let time = 0; time < 2; time++) measure(usual);
    expect(Object.keys(state())).toEqual(['whois/status', 'whois/exists', 'mail/policy', 'mail/exists']);
    const gone = { memory: null, checkedAt: null, nextMs: 0 };
    const parts = [{ tool: 'dns', rules: { everySeconds: 900 } }];
    const watching = { parts, quiet: [], everySeconds: 900, confirmSeconds: 60, newId: () => '1' };
    const { memory } = observeReport({ ...emptyMemory, parts: { gone } }, watching, [], START_MS);
    expect(Object.keys(memory.parts ?? {})).toEqual(['dns']);
  });

  it('says nothing about a tool whose answer was a limit of ours, and asks it later', () => {
    const { due, measure, minutes } = watch();
    for (let time = 0; time < 2; time++) measure(usual);
    const before = minutes();
    expect(measure({ ...usual, dns: { kind: 'later', seconds: 120 } })).toEqual([]);
    expect([minutes() - before, due()]).toEqual([2, ['dns']]);
  });
});

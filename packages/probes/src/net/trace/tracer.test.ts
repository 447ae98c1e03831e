import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Flow } from './flows/flow.ts';
import type { TraceNews, TracePlan } from './trace-plan.ts';
import { trace } from './tracer.ts';

const DISTANCE = 5;

/** A path on which every hop answers at once. */
const flow: Flow = {
  probe: (ttl, onResponse) => {
    const from = Uint8Array.of(192, 0, 2, Math.min(ttl, DISTANCE));
    const kind = ttl < DISTANCE ? 'exceeded' : 'target';
    setImmediate(() => onResponse({ kind, from, timeMs: 1, labels: [], meaning: null, mtu: null }));
    return () => {};
  },
  readsLabels: false,
  unmatched: 0,
  poll: () => {},
  close: () => {},
};

/** Sends nothing before `until`, then everything in order: as in a process that is busy. */
function queueThatWaits(until: Promise<void>) {
  return (send: () => void) => {
    let isCancelled = false;
    void until.then(() => isCancelled || send());
    return () => {
      isCancelled = true;
    };
  };
}

test.each([true, false])(
  'a round that is due before the first one was sent is complete, frugal: %s',
  async (isFrugal) => {
    const plan: TracePlan = { rounds: 3, roundEveryMs: 1, isFrugal, tailMs: 100 };
    const answered = new Map<number, number[]>();
    const report = (news: TraceNews) => {
      if (news.kind === 'answer') answered.set(news.ttl, [...(answered.get(news.ttl) ?? []), news.round]);
    };
    const input = { flow, plan, queue: queueThatWaits(sleep(30)), knownDistance: null, asksDirectly: false, report };
    expect(await trace(input, new AbortController().signal)).toEqual({ distance: DISTANCE, reached: 'target' });
    const rounds = (ttl: number) => answered.get(ttl)?.sort();
    for (let ttl = 1; ttl < DISTANCE; ttl += 1) expect(rounds(ttl)).toEqual([1, 2, 3]);
  },
);

import { setMaxListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { createListPacing } from './list-pacing.ts';

const never = new AbortController().signal;
setMaxListeners(0, never);

/** A simulated event loop: the share of its time that is busy, and the milliseconds of work per lookup. */
function loop({ busyShare = 0, lookupWorkMs = 0 } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let workMs = 0;
  const pacing = createListPacing({
    now: () => performance.now(),
    activeMs: () => workMs + performance.now() * busyShare,
  });
  const starts: number[] = [];
  const lookUp = (tookMs: number, signal = never, party = 'somebody') =>
    pacing.run(
      async () => {
        starts.push(performance.now());
        workMs += lookupWorkMs;
        await new Promise((resolve) => setTimeout(resolve, tookMs));
      },
      signal,
      party,
    );
  return { pacing, lookUp, starts };
}

async function ran(all: readonly Promise<unknown>[]) {
  try {
    const settled = Promise.allSettled(all);
    await vi.runAllTimersAsync();
    return await settled;
  } finally {
    vi.useRealTimers();
  }
}

describe('the lookups of lists', () => {
  it('leave most of a process’s time to others', async () => {
    const { lookUp, starts } = loop({ lookupWorkMs: 3 });
    await ran(Array.from({ length: 50 }, () => lookUp(30)));
    expect(starts).toHaveLength(50);
    // Three of ten milliseconds are work.
    const everyMs = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 49;
    expect(everyMs).toBeGreaterThanOrEqual(10);
    expect(everyMs).toBeLessThan(12);
  });

  it('continue one by one while visitors use all of it', async () => {
    const { lookUp, starts } = loop({ busyShare: 0.9 });
    await ran(Array.from({ length: 5 }, () => lookUp(100)));
    expect(starts.map((at) => Math.round(at))).toEqual(
      [0, 100, 200, 300, 400].map((ms) => ms + Math.round(starts[0] ?? 0)),
    );
  });

  it('do not start after their list has ended', async () => {
    const { lookUp, starts } = loop({ busyShare: 0.9 });
    const stop = new AbortController();
    const all = [lookUp(100), lookUp(100, stop.signal), lookUp(100)];
    stop.abort(new Error('removed'));
    const settled = await ran(all);
    expect([starts.length, settled.map(({ status }) => status)]).toEqual([2, ['fulfilled', 'rejected', 'fulfilled']]);
  });

  it('take turns by party: a short list is not kept waiting by a long one', async () => {
    const { lookUp } = loop({ busyShare: 0.9 });
    const order: string[] = [];
    const of = (party: string) => lookUp(100, never, party).then(() => order.push(party));
    await ran([...Array.from({ length: 6 }, () => of('long')), of('short')]);
    expect(order.indexOf('short')).toBeLessThan(3);
  });

  it('make room for others when they fail', async () => {
    const { pacing, lookUp, starts } = loop({ busyShare: 0.9 });
    const [failed] = await ran([pacing.run(() => Promise.reject(new Error('bug')), never, 'somebody'), lookUp(10)]);
    expect([failed?.status, starts.length]).toEqual(['rejected', 1]);
  });
});

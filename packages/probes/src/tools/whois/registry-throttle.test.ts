import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryAllowances } from '../../limits/allowance.ts';
import { createRegistryThrottle } from './registry-throttle.ts';

const never = new AbortController().signal;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const oncePerSecond = () => createRegistryThrottle({ intervalMs: 1000, maxWaitMs: 5000, now: () => Date.now() });

/** Makes queries that return when they were admitted, in milliseconds from the start. */
function recorder() {
  const started = Date.now();
  const at: number[] = [];
  return { at, work: async () => void at.push(Date.now() - started) };
}

describe('one server', () => {
  it('is queried once a second', async () => {
    const throttle = oncePerSecond();
    const { at, work } = recorder();
    const asking = Promise.all([1, 2, 3].map(() => throttle.ask('a', never, work)));
    await vi.advanceTimersByTimeAsync(3000);
    await asking;
    expect(at).toEqual([0, 1000, 2000]);
  });

  it('admits six waiters; the seventh is refused as busy, with a time to retry', async () => {
    const throttle = oncePerSecond();
    const { work } = recorder();
    const six = Array.from({ length: 6 }, () => throttle.ask('a', never, work));
    await expect(throttle.ask('a', never, work)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    await vi.advanceTimersByTimeAsync(6000);
    await Promise.all(six);
  });

  it('does not delay queries to another', async () => {
    const throttle = oncePerSecond();
    const { at, work } = recorder();
    await Promise.all(['a', 'b', 'c'].map((server) => throttle.ask(server, never, work)));
    expect(at).toEqual([0, 0, 0]);
  });
});

/** Records the names of the admitted clients in order; `share` is the number of lookups they already run. */
function crowd(throttle: ReturnType<typeof oncePerSecond>) {
  const through: string[] = [];
  const ask = (name: string, share: number) =>
    throttle.ask('a', never, async () => void through.push(name), { share: () => share });
  return { through, ask };
}

it('is not held up by an unanswered query', async () => {
  const throttle = oncePerSecond();
  const ends: (() => void)[] = [];
  const silent = () => new Promise<void>((resolve) => ends.push(resolve));
  const asking = Array.from({ length: 40 }, (_, index) => throttle.ask(`silent ${index}`, never, silent));
  const { at, work } = recorder();
  await throttle.ask('another', never, work);
  expect(at).toEqual([0]);
  for (const end of ends) end();
  await Promise.all(asking);
});

it('the client with the fewest running lookups is served first, among equals the first to arrive', async () => {
  const { through, ask } = crowd(oncePerSecond());
  const asking = Promise.all([ask('first', 4), ask('heavy', 4), ask('light', 1), ask('none', 0), ask('light too', 1)]);
  await vi.advanceTimersByTimeAsync(5000);
  await asking;
  expect(through).toEqual(['first', 'none', 'light', 'light too', 'heavy']);
});

it('in a full queue, the client with the most running lookups is refused', async () => {
  const { through, ask } = crowd(oncePerSecond());
  const asked = ['first', 'b', 'c', 'd', 'e', 'f'].map((name) => ask(name, 4));
  await vi.advanceTimersByTimeAsync(0);
  await expect(ask('no lighter', 4)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  const visitor = ask('visitor', 1);
  await expect(asked[5]).rejects.toMatchObject({ code: 'busy' });
  await vi.advanceTimersByTimeAsync(1000);
  await visitor;
  expect(through).toEqual(['first', 'visitor']);
  await vi.advanceTimersByTimeAsync(5000);
  await Promise.all(asked.slice(0, 5));
});

it('the wait is bounded even while lighter clients keep overtaking', async () => {
  const { ask } = crowd(oncePerSecond());
  await ask('first', 0);
  const heavy = expect(ask('heavy', 4)).rejects.toMatchObject({ code: 'busy' });
  for (let second = 0; second < 7; second += 1) {
    void ask(`light ${second}`, 0);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await heavy;
});

it('a wait ends when the caller aborts', async () => {
  const throttle = oncePerSecond();
  const caller = new AbortController();
  await throttle.ask('a', never, async () => {});
  const waiting = throttle.ask('a', caller.signal, async () => {});
  caller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(throttle.ask('b', caller.signal, async () => {})).rejects.toBe('enough');
  expect(vi.getTimerCount()).toBe(0);
});

describe('instances that share turns', () => {
  const turnsOf = () => createMemoryAllowances({ units: 1, windowMs: 1000 }, () => Date.now());

  it('query a server once a second together', async () => {
    const turns = turnsOf();
    const { at, work } = recorder();
    const asking = [oncePerSecond(), oncePerSecond()].flatMap((throttle) =>
      [1, 2].map(() => throttle.ask('a', never, work, { turns })),
    );
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(asking);
    const sorted = at.toSorted((one, other) => one - other);
    expect(sorted).toHaveLength(4);
    for (const [index, time] of sorted.entries())
      expect(time - (sorted[index - 1] ?? -1000), String(sorted)).toBeGreaterThanOrEqual(1000);
  });

  it('refuse as busy those for whom no turn comes in time, and do not wait for a count that fails', async () => {
    const none = { take: async () => ({ isAllowed: false, remaining: 0, wholeInMs: 0, retryInMs: 1000 }) };
    const refused = expect(oncePerSecond().ask('a', never, async () => {}, { turns: none })).rejects.toMatchObject({
      code: 'busy',
    });
    await vi.advanceTimersByTimeAsync(6100);
    await refused;
    const broken = { take: () => Promise.reject(new Error('lost')) };
    const { at, work } = recorder();
    const asking = oncePerSecond().ask('a', never, work, { turns: broken });
    await vi.advanceTimersByTimeAsync(0);
    await asking;
    expect(at).toEqual([0]);
  });
});

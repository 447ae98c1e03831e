import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBudget } from '../../limits/question-budget.ts';
import { createZonePermits, type ZonePermits } from './zone-permits.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_005_000 }));
afterEach(() => void vi.useRealTimers());

function permitsOf(...rules: readonly (readonly [units: number, seconds: number])[]) {
  const budget = createMemoryBudget(
    rules.map(([units, seconds]) => ({ units, windowMs: seconds * 1000 })),
    () => Date.now(),
  );
  return { budget, permits: createZonePermits(budget, 'example.com') };
}

/** Takes every permit that is available without advancing the clock. */
async function takeAll(permits: ZonePermits): Promise<number> {
  let taken = 0;
  for (let tries = 0; tries < 10_000 && permits.refusal === null; tries += 1) {
    if (permits.take()) taken += 1;
    else await Promise.resolve();
  }
  return taken;
}

test('makes a search wait for the next second, and notifies it when it may continue', async () => {
  const { permits } = permitsOf([120, 1]);
  expect(await takeAll(permits)).toBe(120);
  const listener = vi.fn();
  permits.onChange(listener);
  expect(permits.take()).toBe(false);
  await vi.advanceTimersByTimeAsync(900);
  expect(listener).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(listener).toHaveBeenCalled();
  expect(permits.take()).toBe(true);
  expect(permits.refusal).toBeNull();
});

test('refuses a longer wait, with the seconds until a retry', async () => {
  const { permits } = permitsOf([1000, 1], [120, 600]);
  expect(await takeAll(permits)).toBe(120);
  expect(permits.refusal).toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: 615,
    message: expect.stringContaining('in 11 minutes'),
  });
  await expect(permits.one(new AbortController().signal)).rejects.toBe(permits.refusal);
});

test('uses up fetched permits before refusing', async () => {
  const { permits } = permitsOf([60, 600]);
  let taken = 0;
  for (let step = 0; step < 60; step += 1) {
    await vi.advanceTimersByTimeAsync(1);
    expect(permits.refusal).toBeNull();
    if (permits.take()) taken += 1;
    else await vi.advanceTimersByTimeAsync(1);
  }
  expect(taken).toBeGreaterThanOrEqual(59);
});

test('gives permits to single questions first, so that many questions do not delay a source', async () => {
  const { permits } = permitsOf([1, 1]);
  const signal = new AbortController().signal;
  await permits.one(signal);
  let many = 0;
  permits.onChange(() => {
    while (permits.take()) many += 1;
  });
  const single = permits.one(signal);
  await vi.advanceTimersByTimeAsync(1100);
  await single;
  expect(many).toBe(0);
  await vi.advanceTimersByTimeAsync(1100);
  expect(many).toBe(1);
  permits.close();
});

test('queues single questions as well; a cancelled one stops waiting', async () => {
  const { permits } = permitsOf([1, 1]);
  const signal = new AbortController().signal;
  await permits.one(signal);
  const leaving = new AbortController();
  const left = permits.one(leaving.signal).catch((reason: unknown) => reason);
  const second = permits.one(signal);
  leaving.abort('gone');
  expect(await left).toBe('gone');
  await vi.advanceTimersByTimeAsync(1100);
  await expect(second).resolves.toBeUndefined();
  permits.close();
  expect(vi.getTimerCount()).toBe(0);
});

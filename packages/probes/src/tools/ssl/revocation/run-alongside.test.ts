import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runAlongside } from './run-alongside.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Work that runs until stopped and records the reason. */
function endless(reasons: unknown[]) {
  return (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        resolve();
      });
    });
}

/** Duration of the whole when the check takes `checkMs`. */
async function took(checkMs: number): Promise<number> {
  const reasons: unknown[] = [];
  const startedAt = Date.now();
  let ms = 0;
  const whole = runAlongside(wait(checkMs), endless(reasons), never).then(() => {
    ms = Date.now() - startedAt;
  });
  await vi.runAllTimersAsync();
  await whole;
  expect(reasons).toEqual([expect.objectContaining({ reason: 'timeout' })]);
  return ms;
}

test('delays a long check not at all, and a short one by less than a second', async () => {
  expect(await took(9000)).toBe(9000);
  expect(await took(300)).toBe(1100);
  expect(vi.getTimerCount()).toBe(0);
});

test('does not delay the check once the work is finished', async () => {
  await runAlongside(Promise.resolve(), async () => {}, never);
  expect(vi.getTimerCount()).toBe(0);
});

test('stops both when the caller gives up or the check fails', async () => {
  const caller = new AbortController();
  const reasons: unknown[] = [];
  const givenUp = runAlongside(new Promise<void>(() => {}), endless(reasons), caller.signal);
  caller.abort('enough');
  expect(reasons).toEqual(['enough']);
  // The check observes the same signal by itself.
  void givenUp;
  const failing = runAlongside(Promise.reject(new Error('no TLS')), endless(reasons), never);
  await expect(failing).rejects.toThrow('no TLS');
  expect(reasons.at(-1)).toMatchObject({ reason: 'timeout' });
});

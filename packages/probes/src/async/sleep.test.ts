import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sleep } from './sleep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('ends after its time', async () => {
  let isOver = false;
  const slept = sleep(1000, new AbortController().signal).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await slept;
  expect(isOver).toBe(true);
});

it('rejects with the reason of the signal', async () => {
  const caller = new AbortController();
  const slept = sleep(1000, caller.signal);
  caller.abort('enough');
  await expect(slept).rejects.toBe('enough');
  await expect(sleep(1000, caller.signal)).rejects.toBe('enough');
});

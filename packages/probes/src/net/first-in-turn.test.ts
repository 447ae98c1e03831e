import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstInTurn, type Turn } from './first-in-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const quiet = new AbortController().signal;

/** A turn whose outcome the test decides, and what became of it. */
function turn(patienceMs = 100) {
  let settle = { resolve: (_: string) => {}, reject: (_: unknown) => {} };
  const start = vi.fn(
    (_: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        settle = { resolve, reject };
      }),
  );
  const onQuiet = vi.fn();
  const made: Turn<string> = { patienceMs, start, onQuiet };
  return {
    ...made,
    start,
    onQuiet,
    succeed: (value: string) => settle.resolve(value),
    fail: () => settle.reject(new Error('no')),
  };
}

it('takes the first success and starts nothing more', async () => {
  const [one, two] = [turn(), turn()];
  const outcome = firstInTurn([one, two], quiet);
  one.succeed('one');
  expect(await outcome).toBe('one');
  expect(two.start).not.toHaveBeenCalled();
  expect(one.onQuiet).not.toHaveBeenCalled();
});

it('goes on at once after a failure', async () => {
  const [one, two] = [turn(), turn()];
  const outcome = firstInTurn([one, two], quiet);
  one.fail();
  await vi.advanceTimersByTimeAsync(0);
  two.succeed('two');
  expect(await outcome).toBe('two');
});

it('starts the next beside a quiet one, which may still win', async () => {
  const [one, two] = [turn(), turn()];
  const outcome = firstInTurn([one, two], quiet);
  await vi.advanceTimersByTimeAsync(100);
  expect(one.onQuiet).toHaveBeenCalledOnce();
  expect(two.start).toHaveBeenCalledOnce();
  one.succeed('one');
  expect(await outcome).toBe('one');
});

it('is not hurried by the late failure of a quiet one', async () => {
  const [one, two, three] = [turn(), turn(), turn()];
  const outcome = firstInTurn([one, two, three], quiet);
  await vi.advanceTimersByTimeAsync(100);
  one.fail();
  await vi.advanceTimersByTimeAsync(50);
  expect(three.start).not.toHaveBeenCalled();
  two.succeed('two');
  expect(await outcome).toBe('two');
});

it('gives null when all have failed or stayed quiet', async () => {
  const [one, two] = [turn(), turn()];
  const outcome = firstInTurn([one, two], quiet);
  await vi.advanceTimersByTimeAsync(100);
  two.fail();
  expect(await outcome).toBeNull();
  expect(await firstInTurn([], quiet)).toBeNull();
});

it('hands what comes too late to be discarded', async () => {
  const [one, two] = [turn(), turn()];
  const discard = vi.fn();
  const outcome = firstInTurn([one, two], quiet, discard);
  await vi.advanceTimersByTimeAsync(100);
  two.succeed('two');
  one.succeed('one');
  expect(await outcome).toBe('two');
  expect(discard.mock.calls).toEqual([['one']]);
});

it('ends with the reason of the signal', async () => {
  const caller = new AbortController();
  const one = turn();
  const outcome = firstInTurn([one], caller.signal);
  caller.abort('enough');
  await expect(outcome).rejects.toBe('enough');
  expect(one.start).toHaveBeenCalledExactlyOnceWith(caller.signal);
  await expect(firstInTurn([one], caller.signal)).rejects.toBe('enough');
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Contender, firstInTurn } from './first-in-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** An attempt that the test settles, and what became of it. */
function attempt(headStartMs = 100) {
  let settle = { resolve: (_: string) => {}, reject: (_: unknown) => {} };
  const start = vi.fn(
    (_: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        settle = { resolve, reject };
      }),
  );
  const onHeadStartOver = vi.fn();
  const made: Contender<string> = { headStartMs, start, onHeadStartOver };
  return {
    ...made,
    start,
    onHeadStartOver,
    succeed: (value: string) => settle.resolve(value),
    fail: () => settle.reject(new Error('no')),
  };
}

it('takes the first success and starts no further attempt', async () => {
  const [one, two] = [attempt(), attempt()];
  const outcome = firstInTurn([one, two], never);
  one.succeed('one');
  expect(await outcome).toBe('one');
  expect(two.start).not.toHaveBeenCalled();
  expect(one.onHeadStartOver).not.toHaveBeenCalled();
});

it('starts the next one at once after a failure', async () => {
  const [one, two] = [attempt(), attempt()];
  const outcome = firstInTurn([one, two], never);
  one.fail();
  await vi.advanceTimersByTimeAsync(0);
  two.succeed('two');
  expect(await outcome).toBe('two');
});

it('starts the next beside a slow one, which may still succeed first', async () => {
  const [one, two] = [attempt(), attempt()];
  const outcome = firstInTurn([one, two], never);
  await vi.advanceTimersByTimeAsync(100);
  expect(one.onHeadStartOver).toHaveBeenCalledOnce();
  expect(two.start).toHaveBeenCalledOnce();
  one.succeed('one');
  expect(await outcome).toBe('one');
});

it('does not start the next early when a slow one fails late', async () => {
  const [one, two, three] = [attempt(), attempt(), attempt()];
  const outcome = firstInTurn([one, two, three], never);
  await vi.advanceTimersByTimeAsync(100);
  one.fail();
  await vi.advanceTimersByTimeAsync(50);
  expect(three.start).not.toHaveBeenCalled();
  two.succeed('two');
  expect(await outcome).toBe('two');
});

it('returns null when all have failed or stayed silent', async () => {
  const [one, two] = [attempt(), attempt()];
  const outcome = firstInTurn([one, two], never);
  await vi.advanceTimersByTimeAsync(100);
  two.fail();
  expect(await outcome).toBeNull();
  expect(await firstInTurn([], never)).toBeNull();
});

it('discards what succeeds too late', async () => {
  const [one, two] = [attempt(), attempt()];
  const discard = vi.fn();
  const outcome = firstInTurn([one, two], never, discard);
  await vi.advanceTimersByTimeAsync(100);
  two.succeed('two');
  one.succeed('one');
  expect(await outcome).toBe('two');
  expect(discard.mock.calls).toEqual([['one']]);
});

it('rejects with the reason of the signal', async () => {
  const caller = new AbortController();
  const one = attempt();
  const outcome = firstInTurn([one], caller.signal);
  caller.abort('enough');
  await expect(outcome).rejects.toBe('enough');
  expect(one.start).toHaveBeenCalledExactlyOnceWith(caller.signal);
  await expect(firstInTurn([one], caller.signal)).rejects.toBe('enough');
});

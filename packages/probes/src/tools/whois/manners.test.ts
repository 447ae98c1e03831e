import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManners } from './manners.ts';

const never = new AbortController().signal;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const polite = () => createManners({ intervalMs: 1000, places: 4, maxWaitMs: 5000, now: () => Date.now() });

/** Asks, and tells when it was let through, in milliseconds from the start. */
function recorder() {
  const started = Date.now();
  const at: number[] = [];
  return { at, work: async () => void at.push(Date.now() - started) };
}

describe('one server', () => {
  it('is asked once a second', async () => {
    const manners = polite();
    const { at, work } = recorder();
    const asking = Promise.all([1, 2, 3].map(() => manners.ask('a', never, work)));
    await vi.advanceTimersByTimeAsync(3000);
    await asking;
    expect(at).toEqual([0, 1000, 2000]);
  });

  it('keeps nobody waiting for long: the seventh is told to come back', async () => {
    const manners = polite();
    const { work } = recorder();
    const six = Array.from({ length: 6 }, () => manners.ask('a', never, work));
    await expect(manners.ask('a', never, work)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
    await vi.advanceTimersByTimeAsync(6000);
    await Promise.all(six);
  });

  it('does not hold up another', async () => {
    const manners = polite();
    const { at, work } = recorder();
    await Promise.all(['a', 'b', 'c'].map((server) => manners.ask(server, never, work)));
    expect(at).toEqual([0, 0, 0]);
  });
});

it('no more than four are asked at once', async () => {
  const manners = polite();
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const asking = ['a', 'b', 'c', 'd', 'e', 'f'].map((server) => manners.ask(server, never, work));
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(4);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(5);
  for (let index = 1; index < 6; index += 1) {
    ends[index]?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  await Promise.all(asking);
});

it('whoever gives up leaves the line, and takes no place along', async () => {
  const manners = createManners({ intervalMs: 0, places: 1, maxWaitMs: 5000, now: () => Date.now() });
  const caller = new AbortController();
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const first = manners.ask('a', never, work);
  await vi.advanceTimersByTimeAsync(0);
  const second = manners.ask('b', caller.signal, work);
  const third = manners.ask('c', never, work);
  caller.abort('enough');
  await expect(second).rejects.toBe('enough');
  ends[0]?.();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await third;
  await expect(manners.ask('d', caller.signal, work)).rejects.toBe('enough');
});

it('a turn that is waited for ends with the caller', async () => {
  const manners = polite();
  const caller = new AbortController();
  await manners.ask('a', never, async () => {});
  const waiting = manners.ask('a', caller.signal, async () => {});
  caller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetFailure } from '../net/net.ts';
import { resultWithin, startDeadline, withDeadline } from './deadline.ts';
import { linkSignals } from './signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const never = new AbortController().signal;
const limit = { timeoutMs: 1000, what: 'the work' };

describe('linkSignals', () => {
  it('fires with the first parent and its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals([one.signal, other.signal]);
    expect(signal.aborted).toBe(false);
    other.abort('second');
    one.abort('first');
    expect(signal.reason).toBe('second');
  });

  it('has already fired if a parent has', () => {
    expect(linkSignals([never, AbortSignal.abort('before')]).signal.reason).toBe('before');
  });

  it('no longer listens to its parents once released', () => {
    const parent = new AbortController();
    const { signal, release } = linkSignals([parent.signal]);
    release();
    parent.abort();
    expect(signal.aborted).toBe(false);
  });
});

describe('startDeadline', () => {
  it('fires at the deadline, and reports it', () => {
    const deadline = startDeadline(limit, [never]);
    vi.advanceTimersByTime(999);
    expect([deadline.signal.aborted, deadline.isPast]).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect(deadline.isPast).toBe(true);
    expect(deadline.signal.reason).toMatchObject({ reason: 'timeout', message: 'the work: no end after 1000 ms' });
  });

  it('fires with a parent, and does not become past at its own time', () => {
    const caller = new AbortController();
    const deadline = startDeadline(limit, [caller.signal]);
    caller.abort('enough');
    vi.advanceTimersByTime(2000);
    expect([deadline.signal.reason, deadline.isPast]).toEqual(['enough', false]);
  });

  it('does nothing once ended', () => {
    const caller = new AbortController();
    const deadline = startDeadline(limit, [caller.signal]);
    deadline.end();
    caller.abort('late');
    vi.advanceTimersByTime(2000);
    expect([deadline.signal.aborted, deadline.isPast]).toEqual([false, false]);
  });
});

describe('a deadline that is shortened', () => {
  it('fires at the new time, and reports it', () => {
    const deadline = startDeadline(limit, [never]);
    deadline.shortenTo(100);
    vi.advanceTimersByTime(50);
    deadline.shortenTo(100);
    vi.advanceTimersByTime(99);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.isPast).toBe(true);
    expect(deadline.signal.reason).toMatchObject({ reason: 'timeout' });
    deadline.end();
  });

  it('still fires at its first time if that is earlier', () => {
    const deadline = startDeadline(limit, [never]);
    deadline.shortenTo(5000);
    vi.advanceTimersByTime(1000);
    expect(deadline.isPast).toBe(true);
    deadline.end();
  });
});

describe('resultWithin', () => {
  it('returns a result that arrives in time', async () => {
    expect(await resultWithin(Promise.resolve('done'), 1000)).toBe('done');
    await expect(resultWithin(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no');
  });

  it('returns undefined after the deadline', async () => {
    const result = resultWithin(new Promise(() => {}), 1000);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await result).toBeUndefined();
  });
});

describe('withDeadline', () => {
  it('returns the result of the work', async () => {
    expect(await withDeadline(limit, [never], async () => 'done')).toBe('done');
  });

  it('stops what the work has left running, without changing its result', async () => {
    const seen: AbortSignal[] = [];
    const begin = async (signal: AbortSignal) => seen.push(signal);
    expect(await withDeadline(limit, [never], begin)).toBe(1);
    const failing = withDeadline(limit, [never], async (signal) => {
      seen.push(signal);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(seen.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('ends work that ignores its signal', async () => {
    const failed = withDeadline(limit, [never], () => new Promise(() => {})).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    const failure = await failed;
    expect(failure).toBeInstanceOf(NetFailure);
    expect(failure).toMatchObject({ reason: 'timeout', message: 'the work: no end after 1000 ms' });
  });

  it('fires the signal of the work', async () => {
    const caller = new AbortController();
    const seen: unknown[] = [];
    const failed = withDeadline(limit, [never, caller.signal], (signal) => {
      signal.addEventListener('abort', () => seen.push(signal.reason));
      return new Promise(() => {});
    }).catch((error: unknown) => error);
    caller.abort('enough');
    expect(await failed).toBe('enough');
    expect(seen).toEqual(['enough']);
  });

  it('does not start after the deadline', async () => {
    const work = vi.fn();
    await expect(withDeadline(limit, [AbortSignal.abort('late')], work)).rejects.toBe('late');
    expect(work).not.toHaveBeenCalled();
  });
});

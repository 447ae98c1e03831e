import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHashingSlots } from './hashing-slots.ts';

const never = () => new AbortController().signal;

/** Work that ends on demand of the test. */
function work() {
  const ends: (() => void)[] = [];
  const start = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, start };
}

describe('hashing slots', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Runs everything that is due without a timer. */
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('let as many requests wait as there are slots, and refuse others at once', async () => {
    const { ends, start } = work();
    const slots = createHashingSlots({ lookups: 2, perTarget: 2 });
    const all = Array.from({ length: 5 }, (_, index) => slots.run(`${index}`, never(), start));
    await expect(all[4]).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    expect(ends).toHaveLength(2);
    expect(slots).toMatchObject({ taken: 2, waiting: 2 });
    ends[0]?.();
    await settle();
    expect(ends).toHaveLength(3);
    for (let index = 1; index < 4; index += 1) {
      ends[index]?.();
      await settle();
    }
    await Promise.all(all.slice(0, 4));
    expect(slots).toMatchObject({ taken: 0, waiting: 0 });
  });

  it('are waited for at most two seconds', async () => {
    const { ends, start } = work();
    const slots = createHashingSlots({ lookups: 1, perTarget: 1 });
    const first = slots.run('a', never(), start);
    const second = slots.run('b', never(), start);
    const refused = expect(second).rejects.toMatchObject({ code: 'busy' });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(slots.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(slots).toMatchObject({ taken: 1, waiting: 0 });
    ends[0]?.();
    await first;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are limited per target, and a queue for one target takes no slots from others', async () => {
    const { ends, start } = work();
    const slots = createHashingSlots({ lookups: 3, perTarget: 1 });
    const a = [slots.run('a', never(), start), slots.run('a', never(), start)];
    await expect(slots.run('a', never(), start)).rejects.toMatchObject({ code: 'busy' });
    const b = slots.run('b', never(), start);
    expect(slots).toMatchObject({ taken: 1, waiting: 1 });
    await settle();
    expect(slots).toMatchObject({ taken: 2, waiting: 1 });
    ends[0]?.();
    await settle();
    ends[1]?.();
    ends[2]?.();
    await Promise.all([...a, b]);
    expect(slots).toMatchObject({ taken: 0, waiting: 0 });
  });

  it('are returned if the work fails or the caller is gone', async () => {
    const slots = createHashingSlots({ lookups: 1, perTarget: 1 });
    const fails = () => Promise.reject(new Error('no'));
    await expect(slots.run('a', never(), fails)).rejects.toThrow('no');
    const { ends, start } = work();
    const first = slots.run('a', never(), start);
    const gone = new AbortController();
    const waiting = [slots.run('a', gone.signal, start), slots.run('b', gone.signal, start)];
    await settle();
    gone.abort(new Error('gone'));
    for (const one of waiting) await expect(one).rejects.toThrow('gone');
    await expect(slots.run('c', gone.signal, start)).rejects.toThrow('gone');
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    expect(slots).toMatchObject({ taken: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

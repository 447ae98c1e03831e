import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHashingSlots } from './hashing-slots.ts';

const never = () => new AbortController().signal;

/** Work that ends when the test says so. */
function work() {
  const ends: (() => void)[] = [];
  const start = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, start };
}

describe('places', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Lets everything happen that is due without a timer. */
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('let as many work as there are, as many wait, and send the rest away at once', async () => {
    const { ends, start } = work();
    const places = createHashingSlots({ lookups: 2, perTarget: 2 });
    const all = Array.from({ length: 5 }, (_, index) => places.run(`${index}`, never(), start));
    await expect(all[4]).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    expect(ends).toHaveLength(2);
    expect(places).toMatchObject({ taken: 2, waiting: 2 });
    ends[0]?.();
    await settle();
    expect(ends).toHaveLength(3);
    for (let index = 1; index < 4; index += 1) {
      ends[index]?.();
      await settle();
    }
    await Promise.all(all.slice(0, 4));
    expect(places).toMatchObject({ taken: 0, waiting: 0 });
  });

  it('are waited for two seconds at most', async () => {
    const { ends, start } = work();
    const places = createHashingSlots({ lookups: 1, perTarget: 1 });
    const first = places.run('a', never(), start);
    const second = places.run('b', never(), start);
    const refused = expect(second).rejects.toMatchObject({ code: 'busy' });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(places.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await refused;
    expect(places).toMatchObject({ taken: 1, waiting: 0 });
    ends[0]?.();
    await first;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are limited for one target, whose queue takes none from others', async () => {
    const { ends, start } = work();
    const places = createHashingSlots({ lookups: 3, perTarget: 1 });
    const a = [places.run('a', never(), start), places.run('a', never(), start)];
    await expect(places.run('a', never(), start)).rejects.toMatchObject({ code: 'busy' });
    const b = places.run('b', never(), start);
    expect(places).toMatchObject({ taken: 1, waiting: 1 });
    await settle();
    expect(places).toMatchObject({ taken: 2, waiting: 1 });
    ends[0]?.();
    await settle();
    ends[1]?.();
    ends[2]?.();
    await Promise.all([...a, b]);
    expect(places).toMatchObject({ taken: 0, waiting: 0 });
  });

  it('are returned by work that fails, and by callers that are gone', async () => {
    const places = createHashingSlots({ lookups: 1, perTarget: 1 });
    const fails = () => Promise.reject(new Error('no'));
    await expect(places.run('a', never(), fails)).rejects.toThrow('no');
    const { ends, start } = work();
    const first = places.run('a', never(), start);
    const gone = new AbortController();
    const lines = [places.run('a', gone.signal, start), places.run('b', gone.signal, start)];
    await settle();
    gone.abort(new Error('gone'));
    for (const line of lines) await expect(line).rejects.toThrow('gone');
    await expect(places.run('c', gone.signal, start)).rejects.toThrow('gone');
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    expect(places).toMatchObject({ taken: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

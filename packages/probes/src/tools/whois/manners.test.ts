import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createManners } from './manners.ts';

const never = new AbortController().signal;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const polite = () => createManners({ intervalMs: 1000, maxWaitMs: 5000, now: () => Date.now() });

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

/** Who is let through, by name; `share` is what runs for them already. */
function crowd(manners: ReturnType<typeof polite>) {
  const through: string[] = [];
  const ask = (name: string, share: number) =>
    manners.ask(
      'a',
      never,
      async () => void through.push(name),
      () => share,
    );
  return { through, ask };
}

it('servers that do not answer hold up nobody', async () => {
  const manners = polite();
  const ends: (() => void)[] = [];
  const silent = () => new Promise<void>((resolve) => ends.push(resolve));
  const asking = Array.from({ length: 40 }, (_, index) => manners.ask(`silent ${index}`, never, silent));
  const { at, work } = recorder();
  await manners.ask('another', never, work);
  expect(at).toEqual([0]);
  for (const end of ends) end();
  await Promise.all(asking);
});

it('a turn is given to whoever has least under way, of equals to who came first', async () => {
  const { through, ask } = crowd(polite());
  const asking = Promise.all([ask('first', 4), ask('heavy', 4), ask('light', 1), ask('none', 0), ask('light too', 1)]);
  await vi.advanceTimersByTimeAsync(5000);
  await asking;
  expect(through).toEqual(['first', 'none', 'light', 'light too', 'heavy']);
});

it('when too many wait, whoever has most comes back later', async () => {
  const { through, ask } = crowd(polite());
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

it('nobody waits for ever while others who have less come in between', async () => {
  const { ask } = crowd(polite());
  await ask('first', 0);
  const heavy = expect(ask('heavy', 4)).rejects.toMatchObject({ code: 'busy' });
  for (let second = 0; second < 7; second += 1) {
    void ask(`light ${second}`, 0);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await heavy;
});

it('a turn that is waited for ends with the caller', async () => {
  const manners = polite();
  const caller = new AbortController();
  await manners.ask('a', never, async () => {});
  const waiting = manners.ask('a', caller.signal, async () => {});
  caller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(manners.ask('b', caller.signal, async () => {})).rejects.toBe('enough');
  expect(vi.getTimerCount()).toBe(0);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { many, SLOW_MS, settle, setUp } from '../testing/slots-under-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the places for one target', () => {
  const target = 'server';

  it('are given up at once by a client that holds several of them, and its lookups continue', async () => {
    const { look, begun } = setUp(100, 4);
    const greedy = many(4).map((number) => look('a', `a${number}`, { target }));
    for (const visitor of ['b', 'c']) void look(visitor, `of ${visitor}`, { target });
    await settle();
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'of b', 'of c']);
    expect(await Promise.race([...greedy, settle().then(() => 'all go on')])).toBe('all go on');
  });

  it('are given up by slow lookups, also if there is only one place', async () => {
    const { look, begun } = setUp(100, 1);
    void look('a', 'slow', { target });
    void look('a', 'also slow', { target }).catch(() => undefined);
    void look('b', 'visit', { target });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(begun).toEqual(['slow', 'visit']);
  });

  it('are made free by ending a lookup of the client that holds most, when twice as many run', async () => {
    const { slots, look, begun } = setUp(100, 2);
    const greedy = ['a', 'b', 'c', 'd'].map((client) => look(client, `of ${client}`, { target }));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(slots).toMatchObject({ running: 4, waiting: 0 });
    void look('visitor', 'visit', { target });
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(begun).toContain('visit');
    await expect(Promise.race(greedy)).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 10 });
    expect(slots).toMatchObject({ running: 4, waiting: 0 });
  });

  it('are not given up for lookups of lists, unless by lists', async () => {
    const { look, begun } = setUp(100, 1);
    void look('list one', 'of a list', { target });
    await settle();
    void look('visitor', 'visit', { target });
    await settle();
    expect(begun).toEqual(['of a list', 'visit']);
    void look('list two', 'of another list', { target }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(SLOW_MS - 1);
    expect(begun).toEqual(['of a list', 'visit']);
  });
});

describe('a lookup that several clients wait for', () => {
  it('counts for the one with the fewest lookups, regardless of who started it', async () => {
    const { look, join, begun } = setUp(2);
    const shared = look('a', 'shared');
    void look('a', 'own').catch(() => undefined);
    void join('visitor', 'shared', shared).catch(() => undefined);
    for (const client of ['b', 'c']) void look(client, `of ${client}`);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toHaveLength(4);
    void look('d', 'of d');
    await vi.advanceTimersByTimeAsync(10);
    expect(begun).toContain('of d');
    expect(await Promise.race([shared, settle().then(() => 'goes on')])).toBe('goes on');
  });

  it('does not protect other lookups of a client that joins it', async () => {
    const { look, join } = setUp(2);
    const attacks = many(4).map((number) => look('a', `attack ${number}`));
    await vi.advanceTimersByTimeAsync(2_000);
    for (const number of many(4))
      void join('accomplice', `attack ${number}`, attacks[number] ?? settle()).catch(() => undefined);
    void look('visitor', 'visit');
    await settle();
    await expect(attacks[0]).rejects.toMatchObject({ code: 'busy' });
  });
});

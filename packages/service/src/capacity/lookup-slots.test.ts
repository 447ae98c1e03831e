import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { many, never, run, SLOW_MS, settle, setUp } from '../testing/slots-under-test.ts';
import { createLookupSlots } from './lookup-slots.ts';
import { createRequestersByLookup } from './requesters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('slots, when all are taken', () => {
  it('by one client, are passed to a client without a slot at once, while running lookups continue', async () => {
    const { slots, look, begun, end } = setUp(4);
    const slow = many(4).map((number) => look('a', `slow ${number}`));
    const visitor = look('b', 'visit');
    await settle();
    expect(begun).toContain('visit');
    expect(slots).toMatchObject({ running: 5, waiting: 0 });
    await end('visit', 'slow 0', 'slow 1', 'slow 2', 'slow 3');
    expect(await Promise.all([...slow, visitor])).toHaveLength(5);
    expect(slots).toMatchObject({ running: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('by as many clients as there are slots, are passed on from slow lookups only', async () => {
    const { look, begun } = setUp(3);
    for (const client of ['a', 'b', 'c']) void look(client, `of ${client}`);
    await vi.advanceTimersByTimeAsync(500);
    void look('d', 'visit');
    await vi.advanceTimersByTimeAsync(SLOW_MS - 501);
    expect(begun).not.toContain('visit');
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toContain('visit');
  });

  it('go first to clients that hold fewer', async () => {
    const { look, begun, end } = setUp(2);
    void look('a', 'a1');
    void look('b', 'b1');
    void look('a', 'a2');
    void look('c', 'c1');
    await settle();
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await end('c1');
    expect(begun.at(-1)).toBe('a2');
  });

  it('are waited for at most two seconds', async () => {
    const { slots, look } = setUp(1);
    void look('a', 'a1');
    // The second one takes the slot of the slow one; the third finds that twice as many run as there are slots.
    void look('b', 'b1');
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(slots).toMatchObject({ running: 2, waiting: 0 });
    const late = look('b', 'b2');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(slots.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(late).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    expect(slots).toMatchObject({ running: 2, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('at most twice as many lookups as there are slots run', () => {
  it('then one of the client that holds most is ended for a client without one, with a failure that says so', async () => {
    const { slots, look, begun } = setUp(4);
    const slow = ['a', 'b'].flatMap((client) => many(4).map((number) => look(client, `${client}${number}`)));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(slots).toMatchObject({ running: 8, waiting: 0 });
    void look('c', 'visit');
    await settle();
    expect(begun).toContain('visit');
    expect(slots).toMatchObject({ running: 8, waiting: 0 });
    // Among clients that hold as many, the lookup that began first.
    await expect(slow[0]).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 10,
      message: expect.stringContaining('stopped to let waiting lookups run'),
    });
  });

  it('the limit holds even if lookups that must end do not', async () => {
    const slots = createLookupSlots({ lookups: 2, perTarget: 1 });
    const requesters = createRequestersByLookup();
    const deaf = (client: string, name: string) => {
      const { requesters: those, leave } = requesters.join(client, name);
      const forever = () => new Promise<never>(() => {});
      return run(slots, { requesters: those, target: name }, never(), forever).finally(leave);
    };
    for (const client of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (const number of many(4)) void deaf(client, `${client}${number}`).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(slots.running).toBe(4);
  });

  it('no lookup is ended for a client that holds as many', async () => {
    const { look, begun } = setUp(1);
    const first = look('a', 'a1');
    await vi.advanceTimersByTimeAsync(2_000);
    const second = look('b', 'b1');
    await settle();
    expect(begun).toEqual(['a1', 'b1']);
    // Clients that already hold a slot time out.
    await vi.advanceTimersByTimeAsync(2_000);
    const again = look('b', 'b2');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(again).rejects.toMatchObject({ code: 'busy' });
    expect(await Promise.race([first, second, settle().then(() => 'both go on')])).toBe('both go on');
  });
});

describe('a network of 65,536 clients', () => {
  it('counts as a few clients', async () => {
    const { look, begun } = setUp(8);
    for (const number of many(8)) void look(`2001:db8:1:${number}::/64`, `attack ${number}`);
    await settle();
    // Eight clients with one lookup each would not have to give anything up.
    void look('2001:db8:2:1::/64', 'visit');
    await settle();
    expect(begun).toContain('visit');
  });
});

describe('too many waiting lookups', () => {
  it('are refused, first those of the client with most requests', async () => {
    const { slots, look } = setUp(2);
    for (const client of ['a', 'b']) void look(client, `${client}1`);
    const greedy = [look('a', 'a2'), look('a', 'a3')];
    await settle();
    const refused = look('a', 'a4');
    await expect(refused).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    void look('c', 'visit');
    await expect(greedy[1]).rejects.toMatchObject({ code: 'busy' });
    expect(slots.waiting).toBe(2);
  });

  it('for one target take no room from those for others', async () => {
    const { slots, look, begun } = setUp(8, 1);
    void look('a', 'first', { target: 'server' });
    for (const client of ['b', 'c', 'd', 'e']) void look(client, `of ${client}`, { target: 'server' });
    await expect(look('f', 'one more', { target: 'server' })).rejects.toMatchObject({ code: 'busy' });
    void look('g', 'other');
    await settle();
    expect(begun).toEqual(['first', 'other']);
    expect(slots).toMatchObject({ running: 2, waiting: 4 });
  });

  it('leave the queue when they are aborted', async () => {
    const { slots, look, begun, end } = setUp(1);
    void look('a', 'a1');
    const gone = new AbortController();
    const leaving = [look('a', 'a2', { signal: gone.signal })];
    await settle();
    gone.abort(new Error('gone'));
    await expect(leaving[0]).rejects.toThrow('gone');
    await expect(look('a', 'a3', { signal: gone.signal })).rejects.toThrow('gone');
    await end('a1');
    expect(begun).toEqual(['a1']);
    expect(slots).toMatchObject({ running: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('whoever looks up whatever', () => {
  const step = fc.record({
    client: fc.constantFrom('a', 'b', 'c', 'list one', 'list two'),
    target: fc.constantFrom('x', 'y', 'z'),
    lookups: fc.integer({ min: 0, max: 4 }),
    ends: fc.integer({ min: 0, max: 3 }),
    waitMs: fc.constantFrom(0, 400, 1_600),
  });

  it('at most twice as many run as there are places, and a visitor who runs nothing is never refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { slots, look, running, end } = setUp(6, 2);
        let number = 0;
        for (const { client, target, lookups, ends, waitMs } of steps) {
          for (const _ of many(lookups)) void look(client, `${target} ${number++}`, { target }).catch(() => undefined);
          await vi.advanceTimersByTimeAsync(waitMs);
          await end(...[...running].slice(0, ends));
          expect(slots.running).toBeLessThanOrEqual(12);
          for (const one of ['x', 'y', 'z'])
            expect([...running].filter((name) => name.startsWith(one)).length).toBeLessThanOrEqual(4);
        }
        const visit = look('visitor', 'x visit', { target: 'x' });
        await vi.advanceTimersByTimeAsync(2_000);
        expect(running).toContain('x visit');
        await end('x visit');
        expect(await visit).toBe('x visit');
        await end(...running);
      }),
      { numRuns: 60 },
    );
  });
});

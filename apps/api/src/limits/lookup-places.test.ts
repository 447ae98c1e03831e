import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClaims } from './claims.ts';
import { createLookupPlaces } from './lookup-places.ts';

const never = () => new AbortController().signal;

/** Lookups of one tool; each ends when the test says so, or when its signal fires. */
function setUp(lookups: number, perTarget = 1) {
  const places = createLookupPlaces({ lookups, perTarget });
  const claims = createClaims();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  /** One lookup of the client; its name is also its target unless told otherwise. */
  function look(client: string, name: string, { target = name, signal = never() } = {}) {
    const work = (until: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
        until.addEventListener('abort', () => reject(until.reason), { once: true });
      });
    const found = claims.onBehalfOf(client, name, (claim) => places.pass({ claim, target }, signal, work));
    found.catch(() => undefined);
    return found;
  }
  /** Waits for a lookup that others make. */
  const join = (client: string, name: string, until: Promise<unknown>) => claims.onBehalfOf(client, name, () => until);
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.();
    await settle();
  };
  return { places, look, join, begun, end };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets everything happen that is due without a timer. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await vi.advanceTimersByTimeAsync(0);
}
/** The time after which a lookup is slow. */
const SLOW_MS = 1_500;
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('places that are all taken', () => {
  it('by one client go on to whoever has none, at once, and what runs goes on', async () => {
    const { places, look, begun, end } = setUp(4);
    const slow = many(4).map((number) => look('a', `slow ${number}`));
    const visitor = look('b', 'visit');
    await settle();
    expect(begun).toContain('visit');
    expect(places).toMatchObject({ running: 5, waiting: 0 });
    await end('visit', 'slow 0', 'slow 1', 'slow 2', 'slow 3');
    expect(await Promise.all([...slow, visitor])).toHaveLength(5);
    expect(places).toMatchObject({ running: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('by as many clients go on from slow lookups, and from no others', async () => {
    const { look, begun } = setUp(3);
    for (const client of ['a', 'b', 'c']) void look(client, `of ${client}`);
    await vi.advanceTimersByTimeAsync(500);
    void look('d', 'visit');
    await vi.advanceTimersByTimeAsync(SLOW_MS - 501);
    expect(begun).not.toContain('visit');
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toContain('visit');
  });

  it('are waited for by whoever holds more, behind whoever holds less', async () => {
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

  it('keep nobody waiting for more than two seconds', async () => {
    const { places, look } = setUp(1);
    void look('a', 'a1');
    // The second one takes the place of the slow one; the third finds that twice as many run as there are places.
    void look('b', 'b1');
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(places).toMatchObject({ running: 2, waiting: 0 });
    const late = look('b', 'b2');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(places.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(late).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    expect(places).toMatchObject({ running: 2, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('at most twice as many lookups as there are places run', () => {
  it('then one of whoever holds most ends for whoever has none, with a failure that says so', async () => {
    const { places, look, begun } = setUp(4);
    const slow = ['a', 'b'].flatMap((client) => many(4).map((number) => look(client, `${client}${number}`)));
    await vi.advanceTimersByTimeAsync(SLOW_MS);
    expect(places).toMatchObject({ running: 8, waiting: 0 });
    void look('c', 'visit');
    await settle();
    expect(begun).toContain('visit');
    expect(places).toMatchObject({ running: 8, waiting: 0 });
    // Of those who hold as much, the one that began first.
    await expect(slow[0]).rejects.toMatchObject({
      code: 'busy',
      retryAfterSeconds: 10,
      message: expect.stringContaining('end for others'),
    });
  });

  it('even when those that must end do not', async () => {
    const places = createLookupPlaces({ lookups: 2, perTarget: 1 });
    const claims = createClaims();
    const deaf = (client: string, name: string) =>
      claims.onBehalfOf(client, name, (claim) =>
        places.pass({ claim, target: name }, never(), () => new Promise<never>(() => {})),
      );
    for (const client of ['a', 'b', 'c', 'd', 'e', 'f']) {
      for (const number of many(4)) void deaf(client, `${client}${number}`).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(places.running).toBe(4);
  });

  it('nobody who holds as little as whoever waits has to end', async () => {
    const { look, begun } = setUp(1);
    const first = look('a', 'a1');
    await vi.advanceTimersByTimeAsync(2_000);
    const second = look('b', 'b1');
    await settle();
    expect(begun).toEqual(['a1', 'b1']);
    // Whoever has one already waits in vain.
    await vi.advanceTimersByTimeAsync(2_000);
    const again = look('b', 'b2');
    await vi.advanceTimersByTimeAsync(2_000);
    await expect(again).rejects.toMatchObject({ code: 'busy' });
    expect(await Promise.race([first, second, settle().then(() => 'both go on')])).toBe('both go on');
  });
});

describe('a network of 65,536 clients', () => {
  it('counts as a few', async () => {
    const { look, begun } = setUp(8);
    for (const number of many(8)) void look(`2001:db8:1:${number}::/64`, `attack ${number}`);
    await settle();
    // Eight clients with one lookup each would have to give nothing away.
    void look('2001:db8:2:1::/64', 'visit');
    await settle();
    expect(begun).toContain('visit');
  });
});

describe('too many who wait', () => {
  it('are told to come back, beginning with whoever asks most', async () => {
    const { places, look } = setUp(2);
    for (const client of ['a', 'b']) void look(client, `${client}1`);
    const greedy = [look('a', 'a2'), look('a', 'a3')];
    await settle();
    const refused = look('a', 'a4');
    await expect(refused).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 });
    void look('c', 'visit');
    await expect(greedy[1]).rejects.toMatchObject({ code: 'busy' });
    expect(places.waiting).toBe(2);
  });

  it('for one target take no room from others', async () => {
    const { places, look, begun } = setUp(8, 1);
    void look('a', 'first', { target: 'server' });
    void look('b', 'second', { target: 'server' });
    await expect(look('c', 'third', { target: 'server' })).rejects.toMatchObject({ code: 'busy' });
    void look('d', 'other');
    await settle();
    expect(begun).toEqual(['first', 'other']);
    expect(places).toMatchObject({ running: 2, waiting: 1 });
  });

  it('leave the line when they are gone', async () => {
    const { places, look, begun, end } = setUp(1);
    void look('a', 'a1');
    const gone = new AbortController();
    const leaving = [look('a', 'a2', { signal: gone.signal })];
    await settle();
    gone.abort(new Error('gone'));
    await expect(leaving[0]).rejects.toThrow('gone');
    await expect(look('a', 'a3', { signal: gone.signal })).rejects.toThrow('gone');
    await end('a1');
    expect(begun).toEqual(['a1']);
    expect(places).toMatchObject({ running: 0, waiting: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a lookup that several clients wait for', () => {
  it('is judged by the one who holds least, whoever began it', async () => {
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

  it('protects no other lookup of whoever joins', async () => {
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

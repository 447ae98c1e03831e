import { ToolError, tools } from '@sonde/contract';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import type { LookupQuery, Toolbox } from '../toolbox.ts';
import { createLookups } from './lookups.ts';

const answer = (ttlSeconds: number) => ({
  domain: 'example.com',
  records: [
    { recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['example.com', '192.0.2.1', `${ttlSeconds}`]] },
  ],
  resolver: '127.0.0.1:53',
  authenticated: false,
  validationFailed: false,
  types: null,
  server: null,
  publicAnswers: null,
  extendedErrors: [],
  gaps: [],
});

const query = (domain = 'example.com'): LookupQuery => ({ id: 'dns', query: { domain }, key: `dns?${domain}` });
const CLIENT = '203.0.113.7';
const never = () => new AbortController().signal;

function setUp(measure: Toolbox['measure']) {
  const clock = { ms: 1 };
  const onFailure = vi.fn();
  const counted = vi.fn(measure);
  const lookups = createLookups({ toolbox: { tools, measure: counted }, now: () => clock.ms, onFailure });
  /** Whether the answer to the query is cached; makes the lookup if it is not. */
  const isFresh = async (asked = query()) => {
    const kept = lookups.cached(asked.key);
    if (kept === undefined) await lookups.lookUp(asked, { client: CLIENT, signal: never() });
    return kept !== undefined;
  };
  return { clock, counted, onFailure, lookups, isFresh };
}

describe('lookups', () => {
  it('measures forty identical cold lookups once and gives all the same answer', async () => {
    const { counted, lookups } = setUp(async () => answer(300));
    const found = await Promise.all(
      Array.from({ length: 40 }, () => lookups.lookUp(query(), { client: CLIENT, signal: never() })),
    );
    expect(counted).toHaveBeenCalledTimes(1);
    expect(new Set(found.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(found[0]?.body ?? '')).toMatchObject({ success: true, _data: { domain: 'example.com' } });
  });

  it('does not measure for a caller that has left', async () => {
    const { counted, lookups } = setUp(async () => answer(300));
    const caller = { client: CLIENT, signal: AbortSignal.abort(new Error('gone')) };
    await expect(lookups.lookUp(query(), caller)).rejects.toThrow('gone');
    expect(counted).not.toHaveBeenCalled();
  });

  it('caches an answer exactly as long as the contract says', async () => {
    const { clock, counted, isFresh } = setUp(async () => answer(7));
    expect(tools.dns.freshMs(answer(7))).toBe(7000);
    expect(await isFresh()).toBe(false);
    clock.ms += 7000;
    expect(await isFresh()).toBe(true);
    clock.ms += 1;
    expect(await isFresh()).toBe(false);
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('caches "not found" as long as the contract says, and other failures of the tool ten seconds', async () => {
    const asked: LookupQuery = { id: 'whois', query: { ipOrDomain: 'example.com' }, key: 'whois?example.com' };
    for (const [code, freshMs] of [
      ['not-found', 300_000],
      ['source-failed', 10_000],
    ] as const) {
      const { clock, isFresh } = setUp(() => Promise.reject(new ToolError(code, 'none')));
      expect(await isFresh(asked)).toBe(false);
      clock.ms += freshMs;
      expect(await isFresh(asked)).toBe(true);
      clock.ms += 1;
      expect(await isFresh(asked)).toBe(false);
    }
  });

  it('holds results for half an hour, or as long as they are fresh', async () => {
    const whois: LookupQuery = { id: 'whois', query: { ipOrDomain: 'example.com' }, key: 'whois?example.com' };
    const { clock, isFresh, lookups } = setUp(async () => answer(60));
    const held = () => [whois, query()].map(({ key }) => lookups.held(key).length);
    for (const asked of [whois, query()]) await isFresh(asked);
    expect(held()).toEqual([1, 1]);
    clock.ms += 20 * 60_000;
    expect(held()).toEqual([1, 1]);
    clock.ms += 20 * 60_000;
    expect(held()).toEqual([1, 0]);
    clock.ms += 30 * 60_000;
    expect(held()).toEqual([0, 0]);
  });

  it('caches an answer with gaps for a minute at most, and not past the time of a retry', async () => {
    const asked: LookupQuery = { id: 'subdomain', query: { domain: 'example.com' }, key: 'subdomain?example.com' };
    for (const [gaps, freshMs] of [
      [[], 3_600_000],
      [[{ part: 'crtsh', code: 'source-failed' }], 60_000],
      [[{ part: 'words', code: 'rate-limited', retryAfterSeconds: 540 }], 60_000],
      [
        [
          { part: 'crtsh', code: 'source-failed' },
          { part: 'words', code: 'rate-limited', retryAfterSeconds: 7 },
        ],
        7_000,
      ],
    ] as const) {
      const { clock, isFresh } = setUp(async () => ({ domain: 'example.com', gaps: [...gaps] }));
      await isFresh(asked);
      clock.ms += freshMs;
      expect(await isFresh(asked)).toBe(true);
      clock.ms += 1;
      expect(await isFresh(asked)).toBe(false);
    }
  });

  it('does not cache an answer that is never fresh', async () => {
    const { counted, isFresh } = setUp(async () => answer(0));
    expect([await isFresh(), await isFresh()]).toEqual([false, false]);
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it.each(['not-found', 'timeout', 'unreachable', 'protocol', 'source-failed', 'refused-target'] as const)(
    'caches %s for ten seconds',
    async (code) => {
      const { clock, counted, onFailure, isFresh } = setUp(async () => {
        throw new ToolError(code, 'No.');
      });
      expect(await isFresh()).toBe(false);
      clock.ms += 10_000;
      expect(await isFresh()).toBe(true);
      clock.ms += 1;
      expect(await isFresh()).toBe(false);
      expect(counted).toHaveBeenCalledTimes(2);
      expect(onFailure).toHaveBeenCalledTimes(2);
    },
  );

  it.each(['internal', 'busy', 'rate-limited', 'invalid-input'] as const)('never caches %s', async (code) => {
    const { counted, lookups } = setUp(async () => {
      throw new ToolError(code, 'No.', { retryAfterSeconds: 3 });
    });
    const outcome = await lookups.lookUp(query(), { client: CLIENT, signal: never() });
    expect(outcome.retryAfterSeconds).toBe(3);
    await lookups.lookUp(query(), { client: CLIENT, signal: never() });
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('hides the message of an internal error', async () => {
    const { onFailure, lookups } = setUp(async () => {
      throw new TypeError('secret detail');
    });
    const outcome = await lookups.lookUp(query(), { client: CLIENT, signal: never() });
    expect(outcome.status).toBe(500);
    expect(outcome.body).not.toContain('secret');
    expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ code: 'internal', cause: { message: 'secret detail' } });
  });

  it('stays within its memory limit, evicting the oldest first', async () => {
    const text = 'x'.repeat(900_000);
    const { counted, isFresh } = setUp(async () => ({ ...answer(60), domain: text }));
    for (let index = 0; index < 80; index += 1) expect(await isFresh(query(`${index}.example`))).toBe(false);
    expect(await isFresh(query('79.example'))).toBe(true);
    expect(await isFresh(query('0.example'))).toBe(false);
    expect(counted).toHaveBeenCalledTimes(81);
  });

  it('neither caches nor reports a lookup that all callers have left', async () => {
    const signals: AbortSignal[] = [];
    const { onFailure, lookups } = setUp(
      (_question, { signal }) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const impatient = new AbortController();
    const leaving = lookups.lookUp(query(), { client: CLIENT, signal: impatient.signal });
    await eventually(() => expect(signals).toHaveLength(1));
    impatient.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(signals[0]?.aborted).toBe(true);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('reports the parts of an answer as they are found, and to late callers those so far', async () => {
    const { promise: end, resolve } = withResolvers();
    const { lookups } = setUp(async (_question, { report }) => {
      report({ found: 1 });
      await end;
      report({ found: 2 });
      return answer(60);
    });
    const told: string[][] = [[], [], []];
    const listen = (listener: number) => (part: string) => told[listener]?.push(part);
    const first = lookups.lookUp(query(), { client: CLIENT, signal: never(), listen: listen(0) });
    const plain = lookups.lookUp(query(), { client: CLIENT, signal: never() });
    await eventually(() => expect(told[0]).toEqual(['{"found":1}']));
    const late = lookups.lookUp(query(), { client: CLIENT, signal: never(), listen: listen(1) });
    const leaver = new AbortController();
    const left = lookups.lookUp(query(), { client: CLIENT, signal: leaver.signal, listen: listen(2) });
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    resolve();
    expect(new Set(await Promise.all([first, plain, late])).size).toBe(1);
    expect(told).toEqual([['{"found":1}', '{"found":2}'], ['{"found":1}', '{"found":2}'], ['{"found":1}']]);
  });

  it('tells the measurement how many lookups of the tool run for its requesters', async () => {
    const { promise: end, resolve } = withResolvers();
    const shares: (() => number)[] = [];
    const { lookups } = setUp(async (_question, { share }) => {
      shares.push(share);
      await end;
      return answer(60);
    });
    const names = ['a.example', 'b.example'];
    const own = names.map((name) => lookups.lookUp(query(name), { client: CLIENT, signal: never() }));
    await eventually(() => expect(shares.map((share) => share())).toEqual([2, 2]));
    // The client with the fewest lookups counts.
    const joined = lookups.lookUp(query(names[0]), { client: '198.51.100.1', signal: never() });
    expect(shares.map((share) => share())).toEqual([1, 2]);
    resolve();
    await Promise.all([...own, joined]);
  });

  it('runs no more measurements at once than the contract has slots, and fails with busy', async () => {
    const { promise: end, resolve } = withResolvers();
    const { capacity } = tools.dns;
    const { lookups, counted } = setUp(async () => {
      await end;
      return answer(60);
    });
    const all = Array.from({ length: 2 * capacity.lookups + 1 }, (_, index) =>
      lookups.lookUp(query(`${index}.example`), { client: CLIENT, signal: never() }),
    );
    const last = await all.at(-1);
    expect(last).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 2 });
    expect(lookups.slots.get('dns')).toMatchObject({ running: capacity.lookups, waiting: capacity.lookups });
    await eventually(() => expect(counted).toHaveBeenCalledTimes(capacity.lookups));
    resolve();
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(lookups.slots.get('dns')).toMatchObject({ running: 0, waiting: 0 });
  });
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((resolver) => {
    resolve = resolver;
  });
  return { promise, resolve };
}

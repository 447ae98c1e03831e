import { ToolError, tools } from '@sonde/contract';
import type { CheckedQuery } from '@sonde/probes';
import { describe, expect, it, vi } from 'vitest';
import { createLookups, type Measure } from './lookups.ts';

const answer = (ttlSeconds: number) => ({
  domain: 'example.com',
  records: [
    { recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: [['example.com', '192.0.2.1', `${ttlSeconds}`]] },
  ],
  resolver: '127.0.0.1:53',
  authenticated: false,
  validationFailed: false,
  gaps: [],
});

const question = (domain = 'example.com'): CheckedQuery => ({ id: 'dns', query: { domain }, key: `dns?${domain}` });
const never = () => new AbortController().signal;

function setUp(measure: Measure) {
  const clock = { ms: 1 };
  const onFailure = vi.fn();
  const counted = vi.fn(measure);
  const lookups = createLookups({ measure: counted, now: () => clock.ms, onFailure });
  return { clock, counted, onFailure, lookups };
}

describe('lookups', () => {
  it('measures forty identical cold lookups once and gives all the same answer', async () => {
    const { counted, lookups } = setUp(async () => answer(300));
    const found = await Promise.all(Array.from({ length: 40 }, () => lookups.find(question(), never())));
    expect(counted).toHaveBeenCalledTimes(1);
    expect(found.map(({ source }) => source)).toEqual(['measured', ...Array.from({ length: 39 }, () => 'joined')]);
    expect(new Set(found.map(({ outcome }) => outcome.body)).size).toBe(1);
    expect(JSON.parse(found[0]?.outcome.body ?? '')).toMatchObject({ success: true, _data: { domain: 'example.com' } });
  });

  it('keeps an answer exactly as long as the contract says', async () => {
    const { clock, counted, lookups } = setUp(async () => answer(7));
    expect(tools.dns.freshMs(answer(7))).toBe(7000);
    await lookups.find(question(), never());
    clock.ms += 7000;
    expect((await lookups.find(question(), never())).source).toBe('fresh');
    clock.ms += 1;
    expect((await lookups.find(question(), never())).source).toBe('measured');
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('keeps nothing of an answer that is stale at once', async () => {
    const { counted, lookups } = setUp(async () => answer(0));
    await lookups.find(question(), never());
    await lookups.find(question(), never());
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it.each(['not-found', 'timeout', 'unreachable', 'protocol', 'source-failed', 'refused-target'] as const)(
    'keeps %s for ten seconds',
    async (code) => {
      const { clock, counted, onFailure, lookups } = setUp(async () => {
        throw new ToolError(code, 'No.');
      });
      await lookups.find(question(), never());
      clock.ms += 10_000;
      expect((await lookups.find(question(), never())).source).toBe('fresh');
      clock.ms += 1;
      await lookups.find(question(), never());
      expect(counted).toHaveBeenCalledTimes(2);
      expect(onFailure).toHaveBeenCalledTimes(2);
    },
  );

  it.each(['internal', 'busy', 'rate-limited', 'invalid-input'] as const)('never keeps %s', async (code) => {
    const { counted, lookups } = setUp(async () => {
      throw new ToolError(code, 'No.', { retryAfterSeconds: 3 });
    });
    const { outcome } = await lookups.find(question(), never());
    expect(outcome.retryAfterSeconds).toBe(3);
    await lookups.find(question(), never());
    expect(counted).toHaveBeenCalledTimes(2);
  });

  it('hides what a bug says', async () => {
    const { onFailure, lookups } = setUp(async () => {
      throw new TypeError('secret detail');
    });
    const { outcome } = await lookups.find(question(), never());
    expect(outcome.status).toBe(500);
    expect(outcome.body).not.toContain('secret');
    expect(onFailure.mock.calls[0]?.[0]).toMatchObject({ code: 'internal', cause: { message: 'secret detail' } });
  });

  it('stays within its memory, the oldest leaving first', async () => {
    const text = 'x'.repeat(900_000);
    const { counted, lookups } = setUp(async () => ({ ...answer(60), domain: text }));
    for (let index = 0; index < 80; index += 1) await lookups.find(question(`${index}.example`), never());
    expect((await lookups.find(question('79.example'), never())).source).toBe('fresh');
    expect((await lookups.find(question('0.example'), never())).source).toBe('measured');
    expect(counted).toHaveBeenCalledTimes(81);
  });

  it('keeps nothing of a lookup that everybody left, and says nothing of it', async () => {
    const signals: AbortSignal[] = [];
    const { onFailure, lookups } = setUp(
      (_checked, signal) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const impatient = new AbortController();
    const leaving = lookups.find(question(), impatient.signal);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    impatient.abort(new Error('gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(signals[0]?.aborted).toBe(true);
    expect(onFailure).not.toHaveBeenCalled();
  });
});

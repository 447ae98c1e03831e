import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type AllowanceDecision, createMemoryAllowances } from './allowance.ts';

function setUp(units = 60, windowMs = 60_000, maxClients?: number) {
  const clock = { ms: 1_000 };
  const allowances = createMemoryAllowances({ units, windowMs }, () => clock.ms, maxClients);
  const take = (client: string, price: number) => allowances.take(client, price) as AllowanceDecision;
  return { clock, allowances, take };
}

describe('an allowance', () => {
  it('is used unit by unit, and restored evenly', () => {
    const { clock, take } = setUp();
    for (let left = 59; left >= 0; left -= 1) expect(take('a', 1)).toMatchObject({ isAllowed: true, remaining: left });
    expect(take('a', 1)).toEqual({ isAllowed: false, remaining: 0, wholeInMs: 60_000, retryInMs: 1000 });
    clock.ms += 999;
    expect(take('a', 1).isAllowed).toBe(false);
    clock.ms += 1;
    expect(take('a', 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    clock.ms += 60_000;
    expect(take('a', 60)).toMatchObject({ isAllowed: true, remaining: 0, wholeInMs: 60_000 });
  });

  it('is not reduced by refused requests', () => {
    const { take } = setUp(10, 10_000);
    take('a', 8);
    expect(take('a', 3)).toEqual({ isAllowed: false, remaining: 2, wholeInMs: 8_000, retryInMs: 1_000 });
    expect(take('a', 2).isAllowed).toBe(true);
  });

  it('takes fractions, and loses no units to rounding', () => {
    const { take } = setUp(3, 1_000);
    for (let index = 0; index < 12; index += 1) expect(take('a', 1 / 4).isAllowed).toBe(true);
    expect(take('a', 1 / 4).isAllowed).toBe(false);
  });

  it('grants a request for more than all of it once', () => {
    const { clock, take } = setUp(1, 10_000);
    expect(take('a', 2).isAllowed).toBe(true);
    expect(take('a', 2)).toMatchObject({ isAllowed: false, retryInMs: 10_000 });
    clock.ms += 10_000;
    expect(take('a', 2).isAllowed).toBe(true);
  });

  it('is separate for each client', () => {
    const { take } = setUp(1, 10_000);
    expect([take('a', 1), take('b', 1), take('a', 1)].map(({ isAllowed }) => isAllowed)).toEqual([true, true, false]);
  });

  it('is not affected by jumps of the wall clock', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { take } = setUp(1, 10_000);
    take('a', 1);
    vi.setSystemTime(Date.now() + 365 * 24 * 3_600_000);
    expect(take('a', 1).isAllowed).toBe(false);
    vi.setSystemTime(0);
    expect(take('b', 1).isAllowed).toBe(true);
    vi.useRealTimers();
  });

  it('never grants more than its units in any window', () => {
    const asks = fc.array(fc.record({ afterMs: fc.nat(3_000), units: fc.constantFrom(0.25, 0.5, 1, 2, 3, 5) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(asks, (sequence) => {
        const { clock, take } = setUp(10, 10_000);
        const given: { ms: number; units: number }[] = [];
        for (const { afterMs, units } of sequence) {
          clock.ms += afterMs;
          if (take('a', units).isAllowed) given.push({ ms: clock.ms, units });
          const lately = given.filter(({ ms }) => ms > clock.ms - 10_000);
          // A full bucket, and what is restored while it is spent.
          expect(lately.reduce((sum, one) => sum + one.units, 0)).toBeLessThanOrEqual(20);
        }
        const all = given.reduce((sum, one) => sum + one.units, 0);
        expect(all).toBeLessThanOrEqual(10 + (clock.ms - 1_000) / 1_000 + 0.001);
      }),
    );
  });
});

describe('the allowances of many clients', () => {
  it('of 200,000 clients fit, and a flood of clients does not reset that of a limited one', () => {
    const { allowances, take } = setUp(1, 60_000);
    expect(take('limited', 1).isAllowed).toBe(true);
    for (let index = 1; index < 200_000; index += 1) take(`client ${index}`, 1);
    expect(take('one too many', 1).isAllowed).toBe(true);
    expect(take('another', 1).isAllowed).toBe(false);
    expect(take('limited', 1).isAllowed).toBe(false);
    expect(allowances.size).toBe(200_001);
  });

  it('are removed once complete, the least recently used first', () => {
    const { clock, allowances, take } = setUp(2, 10_000, 100);
    for (let index = 0; index < 100; index += 1) take(`client ${index}`, 1);
    expect(take('late', 2).isAllowed).toBe(true);
    expect(take('later', 1).isAllowed).toBe(false);
    clock.ms += 5_000;
    take('client 99', 1);
    expect(take('later', 1)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(take('later', 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    clock.ms += 10_000;
    for (let index = 0; index < 20; index += 1) take('late', 0);
    expect(allowances.size).toBe(1);
  });

  it('use little memory', () => {
    function timeFor(clients: number): number {
      const { take } = setUp(60, 60_000);
      const startedAt = performance.now();
      for (let index = 0; index < clients; index += 1) take(`client ${index}`, 1);
      return performance.now() - startedAt;
    }
    timeFor(1_000);
    // 30 times as many take 30 times as long. If each scanned all of them, it would be 900 times.
    expect(timeFor(300_000) / timeFor(10_000)).toBeLessThan(300);
  });
});

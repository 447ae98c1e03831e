import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFairAllowance } from './fair-allowance.ts';

const TARGET = 'tls 192.0.2.1';

function setUp(units = 300, windowMs = 30_000, maxTargets?: number) {
  const clock = { ms: 1_000 };
  const allowance = createFairAllowance({ units, windowMs }, () => clock.ms, maxTargets);
  const takeAll = (...clients: string[]) => {
    let taken = 0;
    while (taken < 10_000 && allowance.take(TARGET, 5, clients).isAllowed) taken += 5;
    return taken;
  };
  return { clock, allowance, takeAll };
}

describe('what all visitors may send to a target', () => {
  it('is used up by work of nobody in particular, and restored evenly', () => {
    const { clock, allowance } = setUp(60, 60_000);
    expect(allowance.take(TARGET, 60)).toMatchObject({ isAllowed: true, remaining: 0, wholeInMs: 60_000 });
    expect(allowance.take(TARGET, 1)).toMatchObject({ isAllowed: false, retryInMs: 1000 });
    clock.ms += 1000;
    expect(allowance.take(TARGET, 1).isAllowed).toBe(true);
    clock.ms += 60_000;
    expect(allowance.take(TARGET, 60).isAllowed).toBe(true);
  });

  it('is half for one client, and however many follow, something is left for the next one', () => {
    const { takeAll } = setUp();
    const taken = Array.from({ length: 5 }, (_, client) => takeAll(`203.0.113.${client}`));
    expect(taken.slice(0, 3)).toEqual([150, 75, 35]);
    expect(Math.min(...taken)).toBeGreaterThan(0);
  });

  it('leaves a stranger the connections of a whole check while ten clients take all that they can', () => {
    const { clock, allowance } = setUp();
    for (let tick = 0; tick < 600; tick += 1) {
      for (let client = 0; client < 10; client += 1) allowance.take(TARGET, 1, [`203.0.113.${client}`]);
      clock.ms += 100;
    }
    expect(allowance.take(TARGET, 25, ['198.51.100.1']).isAllowed).toBe(true);
  });

  it('is returned to those for whom it was taken', () => {
    const { allowance, takeAll } = setUp();
    const taken = takeAll('a');
    allowance.take(TARGET, -taken, ['a']);
    expect(allowance.heldOf(TARGET).total).toBe(0);
    expect(takeAll('a')).toBe(taken);
  });

  it('counts a joined lookup in equal parts, and judges it by the client that holds least', () => {
    const { allowance, takeAll } = setUp();
    takeAll('greedy');
    expect(allowance.take(TARGET, 20, ['greedy', 'stranger']).isAllowed).toBe(true);
    expect(allowance.take(TARGET, 20, ['greedy']).isAllowed).toBe(false);
    const { byName } = allowance.heldOf(TARGET);
    expect([byName.get('greedy'), byName.get('stranger')]).toEqual([160, 10]);
  });

  it('says when a client may take more', () => {
    const { clock, allowance, takeAll } = setUp();
    takeAll('a');
    takeAll('b');
    const { isAllowed, retryInMs } = allowance.take(TARGET, 25, ['a']);
    expect(isAllowed).toBe(false);
    clock.ms += retryInMs - 10;
    expect(allowance.take(TARGET, 25, ['a']).isAllowed).toBe(false);
    clock.ms += 11;
    expect(allowance.take(TARGET, 25, ['a']).isAllowed).toBe(true);
  });

  it('never holds more than all units, and the parts of clients add up to the whole', () => {
    const asks = fc.array(
      fc.record({
        afterMs: fc.nat(3_000),
        units: fc.integer({ min: 1, max: 40 }),
        client: fc.constantFrom('a', 'b', 'c'),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(asks, (sequence) => {
        const { clock, allowance } = setUp(100, 10_000);
        for (const { afterMs, units, client } of sequence) {
          clock.ms += afterMs;
          allowance.take(TARGET, units, [client]);
          const { total, byName } = allowance.heldOf(TARGET);
          expect(total).toBeLessThanOrEqual(100 + 1e-6);
          expect([...byName.values()].reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 3);
        }
      }),
    );
  });

  it('has room for many targets, and a flood of them displaces none', () => {
    const { clock, allowance } = setUp(10, 10_000, 2);
    allowance.take('one', 10);
    allowance.take('two', 1);
    expect(allowance.take('three', 10).isAllowed).toBe(true);
    expect(allowance.take('four', 1).isAllowed).toBe(false);
    expect(allowance.take('one', 1).isAllowed).toBe(false);
    clock.ms += 20_000;
    for (let time = 0; time < 4; time += 1) allowance.take('five', 0);
    expect(allowance.size).toBe(1);
  });
});

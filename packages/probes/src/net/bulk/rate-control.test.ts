import { describe, expect, test } from 'vitest';
import { RateControl } from './rate-control.ts';

const STEP_MS = 10;

interface World {
  readonly mostPerSecond?: number;
  /** How many of the questions of one step are rejected. */
  rejectedOf(sent: number): number;
}

/** A client that always has more questions than the rate allows. Returns the rate at every tenth of a second. */
function live(seconds: number, { mostPerSecond = 10_000, rejectedOf }: World) {
  const control = new RateControl(mostPerSecond);
  const rates: number[] = [];
  let due = 0;
  for (let nowMs = 1000; nowMs < 1000 + seconds * 1000; nowMs += STEP_MS) {
    due += (Math.min(control.perSecond, 20_000) * STEP_MS) / 1000;
    const sent = Math.floor(due);
    due -= sent;
    const rejected = rejectedOf(sent);
    for (let one = 0; one < sent; one += 1) control.sent(nowMs)[one < rejected ? 'rejected' : 'answered'] += 1;
    control.wait();
    control.adapt(nowMs);
    if (nowMs % 100 === 0) rates.push(control.perSecond);
  }
  return { rates, late: rates.slice(rates.length / 2), tolerated: control.tolerated };
}

/** A rate limiter: a token bucket, called once per step. */
function limit(perSecond: number) {
  let tokens = 0;
  return (sent: number) => {
    tokens = Math.min(perSecond / 10, tokens + (perSecond * STEP_MS) / 1000);
    const passed = Math.min(sent, Math.floor(tokens));
    tokens -= passed;
    return sent - passed;
  };
}

/** Rejects a fixed share of the questions, evenly distributed. */
function share(part: number) {
  let carried = 0;
  return (sent: number) => {
    carried += sent * part;
    const rejected = Math.floor(carried);
    carried -= rejected;
    return rejected;
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

describe('the rate', () => {
  test('rises to the maximum, and no further, when nothing is rejected', () => {
    const { rates } = live(2, { mostPerSecond: 4000, rejectedOf: () => 0 });
    expect(rates[0]).toBe(1000);
    expect(rates.at(-1)).toBe(4000);
  });

  test.each([60, 500, 3000])('stays near the %i a second that a resolver accepts', (perSecond) => {
    const { late } = live(40, { rejectedOf: limit(perSecond) });
    expect(mean(late)).toBeGreaterThan(0.75 * perSecond);
    expect(mean(late)).toBeLessThan(1.25 * perSecond);
    expect(Math.max(...late)).toBeLessThan(2 * perSecond);
  });

  test('converges without a maximum as well', () => {
    const { late } = live(10, { mostPerSecond: Infinity, rejectedOf: limit(5000) });
    expect(mean(late)).toBeGreaterThan(3500);
    expect(mean(late)).toBeLessThan(6500);
  });

  test.each([0.15, 0.36, 0.6])('does not fall when a share of %f is rejected at any rate', (part) => {
    const { late, tolerated } = live(10, { mostPerSecond: 4000, rejectedOf: share(part) });
    expect(tolerated).toBeCloseTo(part, 1);
    expect(mean(late)).toBeGreaterThan(3200);
  });

  test('finds a limit behind losses that it tolerates', () => {
    const lossy = share(0.2);
    const limited = limit(500);
    let steps = 0;
    // The limit begins after four seconds.
    const rejectedOf = (sent: number) => {
      steps += 1;
      const lost = lossy(sent);
      return lost + (steps > 400 ? limited(sent - lost) : 0);
    };
    const { late } = live(24, { mostPerSecond: 2000, rejectedOf });
    expect(mean(late)).toBeLessThan(900);
  });

  test('rises again after the limit is lifted', () => {
    const limited = limit(200);
    let steps = 0;
    const rejectedOf = (sent: number) => {
      steps += 1;
      return steps < 500 ? limited(sent) : 0;
    };
    const { rates } = live(15, { mostPerSecond: 4000, rejectedOf });
    expect(rates[48]).toBeLessThan(400);
    expect(rates.at(-1)).toBe(4000);
  });

  test('does not fall to zero when nothing is answered', () => {
    expect(live(30, { rejectedOf: (sent) => sent }).rates.at(-1)).toBe(50);
  });
});

test('occasional questions do not change the rate', () => {
  const control = new RateControl(1000);
  for (let nowMs = 0; nowMs < 60_000; nowMs += 300) {
    for (let one = 0; one < 10; one += 1) control.sent(nowMs).rejected += 1;
    control.adapt(nowMs);
  }
  expect(control.perSecond).toBe(1000);
});

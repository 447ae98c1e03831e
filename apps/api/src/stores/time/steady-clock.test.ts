import { describe, expect, it } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 10, 22);

/** A machine whose clock can be set independently of its uptime. */
function machine() {
  const state = { wallMs: START_MS, upMs: 5_000 };
  const clock = createSteadyClock(START_MS, () => state.upMs);
  const pass = (ms: number) => {
    state.wallMs += ms;
    state.upMs += ms;
  };
  const setClock = (ms: number) => {
    state.wallMs += ms;
  };
  return { state, clock, pass, setClock, observe: () => clock.observe(state.wallMs) };
}

describe('the steady clock', () => {
  it('runs on between two readings of the observed clock, and follows small corrections', () => {
    const { clock, pass, setClock, observe } = machine();
    pass(HOUR_MS);
    expect(clock.now()).toBe(START_MS + HOUR_MS);
    setClock(-HOUR_MS);
    expect(observe()).toBe(false);
    expect(clock.now()).toBe(START_MS);
  });

  it.each([90, -90])('does not follow a jump of %s days, nor the correction of that jump', (days) => {
    const { clock, pass, setClock, observe } = machine();
    pass(HOUR_MS);
    setClock(days * DAY_MS);
    expect(observe()).toBe(true);
    pass(HOUR_MS);
    expect(observe()).toBe(true);
    expect(clock.now()).toBe(START_MS + 2 * HOUR_MS);
    setClock(-days * DAY_MS);
    expect(observe()).toBe(false);
    expect(clock.now()).toBe(START_MS + 2 * HOUR_MS);
  });

  it('follows a jump once it has lasted for a day', () => {
    const { state, clock, pass, setClock, observe } = machine();
    setClock(90 * DAY_MS);
    for (let hour = 0; hour < 24; hour += 1) {
      expect(observe()).toBe(true);
      pass(HOUR_MS);
    }
    expect(observe()).toBe(false);
    expect(clock.now()).toBe(state.wallMs);
  });

  it('does not follow a clock that keeps jumping', () => {
    const { clock, pass, setClock, observe } = machine();
    for (let hour = 0; hour < 30; hour += 1) {
      setClock(5 * DAY_MS);
      expect(observe()).toBe(true);
      pass(HOUR_MS);
    }
    expect(clock.now()).toBe(START_MS + 30 * HOUR_MS);
  });

  it('does not mistake a month of sleep for a jump', () => {
    const { state, clock, pass, observe } = machine();
    pass(30 * DAY_MS);
    expect(observe()).toBe(false);
    expect(clock.now()).toBe(state.wallMs);
  });
});

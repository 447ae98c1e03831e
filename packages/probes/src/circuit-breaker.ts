/** Spares a service that fails, and those who would wait for it: after failures in a row nobody asks for a while. */
export interface CircuitBreaker {
  /** False while the service is spared. When the time is over one question is let through, and decides. */
  mayAsk(): boolean;
  succeed(): void;
  /** `pauseMs` where the service itself has said how long it wants to be left alone. */
  fail(pauseMs?: number): void;
}

const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 30_000;

/** @param now milliseconds of a clock that never goes back. */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let openUntilMs = -Infinity;
  return {
    mayAsk() {
      if (now() < openUntilMs) return false;
      // The others wait for what happens to this one.
      if (failures >= FAILURES_IN_A_ROW) openUntilMs = now() + PAUSE_MS;
      return true;
    },
    succeed() {
      failures = 0;
      openUntilMs = -Infinity;
    },
    fail(pauseMs) {
      failures += 1;
      if (pauseMs !== undefined) openUntilMs = now() + pauseMs;
      else if (failures >= FAILURES_IN_A_ROW) openUntilMs = now() + PAUSE_MS;
    },
  };
}

/** Skips a service for a while after several failures in a row, so that lookups do not wait for it in vain. */
export interface CircuitBreaker {
  /** False while the circuit is open. After the pause one request is let through, and its result decides. */
  mayAsk(): boolean;
  succeed(): void;
  /** `pauseMs`, if the service has stated how long to wait. */
  fail(pauseMs?: number): void;
}

const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 30_000;

/** @param now milliseconds of a monotonic clock */
export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let openUntilMs = -Infinity;
  return {
    mayAsk() {
      if (now() < openUntilMs) return false;
      // Further requests wait for the result of this one.
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

/** A number of cost units per window. */
export interface RateLimit {
  readonly units: number;
  readonly windowMs: number;
}

/** Whether a client may take the requested units, and what is left. */
export interface AllowanceDecision {
  readonly isAllowed: boolean;
  /** Whole units left. */
  readonly remaining: number;
  /** Milliseconds until all units are available again. */
  readonly wholeInMs: number;
  /** Milliseconds until the request would be allowed; 0 if it is. */
  readonly retryInMs: number;
}

/** Stores the allowances of all clients: in this process, or shared by several instances. */
export interface AllowanceStore {
  /**
   * Takes this many units from the client's allowance, or none if there are too few. A negative number returns units that
   * were taken but not used.
   */
  take(client: string, units: number): AllowanceDecision | Promise<AllowanceDecision>;
}

/** Allowances in this process. */
export interface MemoryAllowances extends AllowanceStore {
  take(client: string, units: number): AllowanceDecision;
  /** Milliseconds until the client's allowance is complete; 0 if it is. */
  wholeInMs(client: string): number;
  /** Adopts what another store has counted for the client, unless this store has counted more. */
  remember(client: string, wholeInMs: number): void;
  readonly size: number;
}

/** 20 MB when all are in use. */
const MAX_CLIENTS = 200_000;
/** Number of complete allowances removed per call: more than one call can add. */
const FORGOTTEN_AT_ONCE = 8;
/** Tolerance for rounding errors, so that the last unit is never refused. */
const ROUNDING_MS = 0.001;
/** Shared by the clients for which there is no room; no client has this name. */
const ALL_OTHERS = '';

/**
 * Allowances in this process (GCRA, ITU-T I.371: stores for each client only the time at which its allowance is complete
 * again). An allowance is removed only when it is complete, so that a flood of clients cannot remove that of a limited one;
 * clients for which there is no room share one allowance.
 */
export function createMemoryAllowances(
  { units: all, windowMs }: RateLimit,
  now: () => number,
  maxClients = MAX_CLIENTS,
): MemoryAllowances {
  const unitMs = windowMs / all;
  // Least recently seen first: its allowance is complete after one window at the latest.
  const wholeAt = new Map<string, number>();

  function forgetWhole(nowMs: number): void {
    let left = FORGOTTEN_AT_ONCE;
    for (const [client, atMs] of wholeAt) {
      if (left === 0 || atMs > nowMs) return;
      wholeAt.delete(client);
      left -= 1;
    }
  }

  const nameOf = (client: string) => (wholeAt.has(client) || wholeAt.size < maxClients ? client : ALL_OTHERS);

  function keep(name: string, atMs: number): void {
    wholeAt.delete(name);
    wholeAt.set(name, atMs);
  }

  return {
    get size() {
      return wholeAt.size;
    },
    wholeInMs: (client) => Math.max(0, (wholeAt.get(client) ?? 0) - now()),
    remember(client, wholeInMs) {
      const nowMs = now();
      forgetWhole(nowMs);
      const name = nameOf(client);
      if (wholeInMs > 0) keep(name, Math.max(wholeAt.get(name) ?? 0, nowMs + wholeInMs));
    },
    take(client, units) {
      const nowMs = now();
      forgetWhole(nowMs);
      const name = nameOf(client);
      const beforeMs = Math.max(wholeAt.get(name) ?? 0, nowMs);
      // A request for more than the whole allowance costs the whole allowance.
      const afterMs = beforeMs + Math.min(units, all) * unitMs;
      const missingMs = afterMs - nowMs - windowMs;
      const isAllowed = missingMs <= ROUNDING_MS;
      if (isAllowed) keep(name, afterMs);
      const wholeInMs = (isAllowed ? afterMs : beforeMs) - nowMs;
      const remaining = Math.floor((windowMs - wholeInMs + ROUNDING_MS) / unitMs);
      return { isAllowed, remaining, wholeInMs, retryInMs: isAllowed ? 0 : missingMs };
    },
  };
}

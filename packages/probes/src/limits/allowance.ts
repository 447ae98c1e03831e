/** So many cost units in so much time. */
export interface RateLimit {
  readonly units: number;
  readonly windowMs: number;
}

/** What a client may still do, and whether it may do what it has asked for. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Whole units that are left. */
  readonly remaining: number;
  /** Until all units are back. */
  readonly wholeInMs: number;
  /** Until what was asked for is allowed; 0 when it is. */
  readonly retryInMs: number;
}

/** Where the allowances of all clients are kept: here, or where several servers share them. */
export interface AllowanceStore {
  /**
   * Takes so many units from the client's allowance, or none when they are not there. A negative number gives units back
   * that were taken and not used.
   */
  take(client: string, units: number): Verdict | Promise<Verdict>;
}

/** Allowances in this process. */
export interface MemoryAllowances extends AllowanceStore {
  take(client: string, units: number): Verdict;
  /** Milliseconds until the client's allowance is whole, 0 when it is. */
  wholeInMs(client: string): number;
  /** Takes note of what another store has counted for the client, unless more is known here. */
  remember(client: string, wholeInMs: number): void;
  readonly size: number;
}

/** 20 MB when every place is taken. */
const MAX_CLIENTS = 200_000;
/** How many whole allowances are forgotten for one that is taken from: more than can come in anew. */
const FORGOTTEN_AT_ONCE = 8;
/** Units divide the window into fractions; none of them may refuse the last unit. */
const ROUNDING_MS = 0.001;
/** No client has this name. */
const ALL_OTHERS = '';

/**
 * Allowances in this process (GCRA, ITU-T I.371: of each client only the moment is kept at which its allowance is whole
 * again). An allowance is forgotten only when it is whole, so that nobody can crowd a limited client out of memory;
 * clients for whom there is no place share one allowance among them.
 */
export function createMemoryAllowances(
  { units: all, windowMs }: RateLimit,
  now: () => number,
  maxClients = MAX_CLIENTS,
): MemoryAllowances {
  const unitMs = windowMs / all;
  // The client that was longest not here comes first: at the latest a window later it is whole.
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
      // What costs more than everything may be had for everything.
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

const DAY_MS = 24 * 60 * 60 * 1000;
/** Corrections up to this are followed immediately: they are harmless to data that is kept for many days. */
const MAX_CORRECTION_MS = DAY_MS;
/** A jump that has lasted this long is followed. */
const TRUSTED_AFTER_MS = DAY_MS;

/**
 * The time used for stored and expiring data. A jump of the system clock (empty battery, mistyped date, restored virtual
 * machine) must neither expire three months of history nor backdate new entries: it is followed only after it has lasted
 * for a day, and until then time continues as before.
 */
export interface SteadyClock {
  /** Takes a reading of the observed clock, in milliseconds since 1970. Returns true if it has jumped. */
  observe(wallMs: number): boolean;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * `uptime` (milliseconds) must include time asleep, unlike `performance.now()`: otherwise a notebook that wakes up after
 * a week would seem to have a jumping clock.
 */
export function createSteadyClock(startMs: number, uptime: () => number): SteadyClock {
  let anchor = { wallMs: startMs, upMs: uptime() };
  /** Where the observed clock jumped to, and the uptime at that moment; null without a jump. */
  let jumped: { readonly wallMs: number; readonly upMs: number } | null = null;
  const expected = (from: { readonly wallMs: number; readonly upMs: number }) => from.wallMs + uptime() - from.upMs;

  return {
    observe(wallMs) {
      const seen = { wallMs, upMs: uptime() };
      const isNear = (from: typeof anchor) => Math.abs(wallMs - expected(from)) <= MAX_CORRECTION_MS;
      const isTrusted = jumped !== null && isNear(jumped) && seen.upMs - jumped.upMs >= TRUSTED_AFTER_MS;
      if (isNear(anchor) || isTrusted) {
        anchor = seen;
        jumped = null;
        return false;
      }
      if (jumped === null || !isNear(jumped)) jumped = seen;
      return true;
    },
    now: () => expected(anchor),
  };
}

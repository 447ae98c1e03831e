const DAY_MS = 24 * 60 * 60 * 1000;
/** Corrections up to this are followed at once; data that lives for days does not suffer from them. */
const MAX_CORRECTION_MS = DAY_MS;
/** A clock that stays at its new time for so long is right. */
const TRUSTED_AFTER_MS = DAY_MS;

/**
 * The time of day for stored and expiring data. If the clock jumps (an empty battery, a mistyped date, a restored virtual
 * machine), three months of history must not expire, nor new entries be backdated: a jump is followed only after it has
 * lasted for a day, and until then time continues as before.
 */
export interface SteadyClock {
  /** Compares with the current time of the observed clock, in milliseconds since 1970. True when that is a jump. */
  observe(wallMs: number): boolean;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * `uptime` must go on while the machine sleeps, unlike `performance.now()`: a notebook that wakes up after a week has
 * not seen its clock jump.
 */
export function createSteadyClock(startMs: number, uptime: () => number): SteadyClock {
  let anchor = { wallMs: startMs, upMs: uptime() };
  /** Since when, by both clocks, the observed one has been at another time. */
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

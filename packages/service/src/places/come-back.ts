/** An agent that was connected comes back within this time, and later after each attempt that fails. */
export const LEAST_COME_BACK_MS = 1_000;
export const MOST_COME_BACK_MS = 60_000;
/** Of the time within which all agents of a hub come back: 25 a second, one second in ten thousand more than 50. */
const FOR_EACH_PLACE_MS = 40;
/** No attempt follows sooner. */
const SOONEST_MS = 500;

/** Within which time the agents of a hub with so many places come back after it was gone: it could not greet all at once. */
export function comeBackMsOf(places: number): number {
  return Math.min(MOST_COME_BACK_MS, Math.max(LEAST_COME_BACK_MS, places * FOR_EACH_PLACE_MS));
}

/**
 * How long to wait before the next attempt to connect, after so many that failed: a random part of a time that doubles (full
 * jitter), so that agents do not come back in step.
 */
export function pauseBefore(failed: number, comeBackMs: number, random: () => number = Math.random): number {
  const doubled = LEAST_COME_BACK_MS * 2 ** Math.min(failed, 10);
  const longest = Math.min(MOST_COME_BACK_MS, Math.max(comeBackMs, doubled));
  return Math.round(SOONEST_MS + random() * (longest - SOONEST_MS));
}

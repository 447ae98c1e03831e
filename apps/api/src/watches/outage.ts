/** Failures of this kind may be ours as well as those of the target. */
const DOUBTFUL = new Set(['timeout', 'source-failed', 'unreachable']);
/** So many targets, measured within this time, say something about us. */
const FEWEST = 5;
const WINDOW_MS = 20 * 60_000;
/** It is ours if this share of the targets fails, and over when less than this one does. */
const MOST = 0.8;
const FEW = 0.5;

export interface Outage {
  /**
   * Notes how a measurement has ended. Returns whether it is to be believed: while nearly all targets at once cannot be
   * measured, it is not they that have failed.
   */
  note(target: string, failure: string | null, nowMs: number): boolean;
}

/** `onChange` is called once when measurements fail for nearly all targets, and once when they work again. */
export function createOutage(onChange: (isAway: boolean) => void): Outage {
  const latest = new Map<string, { readonly fails: boolean; readonly atMs: number }>();
  let isAway = false;
  return {
    note(target, failure, nowMs) {
      const fails = failure !== null && DOUBTFUL.has(failure);
      latest.delete(target);
      latest.set(target, { fails, atMs: nowMs });
      for (const [other, { atMs }] of latest) if (atMs < nowMs - WINDOW_MS) latest.delete(other);
      const failing = [...latest.values()].filter((one) => one.fails).length / latest.size;
      const isAwayNow = latest.size >= FEWEST ? failing >= (isAway ? FEW : MOST) : isAway && fails;
      if (isAwayNow !== isAway) onChange(isAwayNow);
      isAway = isAwayNow;
      return !(isAway && fails);
    },
  };
}

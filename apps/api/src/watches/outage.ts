/** Failures of this kind may be ours as well as those of the target. */
const DOUBTFUL = new Set(['timeout', 'source-failed', 'unreachable']);
/** So many targets, measured within this time, say something about us. */
const FEWEST = 5;
const WINDOW_MS = 20 * 60_000;
/** It is ours if this share of the targets fails, and over when less than this one does. */
const MOST = 0.8;
const FEW = 0.5;

/** How a measurement has ended. */
export interface Ended {
  readonly owner: string;
  readonly target: string;
  /** Its code; null for an answer. */
  readonly failure: string | null;
  /** Whether it could be measured before: a target that never answers says nothing about us. */
  readonly isKnown: boolean;
}

export interface Outage {
  /**
   * Notes how a measurement has ended. Returns whether it is to be believed: while nearly all targets at once cannot be
   * measured, it is not they that have failed.
   */
  note(ended: Ended, nowMs: number): boolean;
}

interface Latest {
  readonly owner: string;
  readonly fails: boolean;
  readonly atMs: number;
}

/** `onChange` is called once when measurements fail for nearly all targets, and once when they work again. */
export function createOutage(onChange: (isAway: boolean) => void): Outage {
  const latest = new Map<string, Latest>();
  let isAway = false;
  return {
    note({ owner, target, failure, isKnown }, nowMs) {
      const fails = failure !== null && DOUBTFUL.has(failure);
      const key = `${owner} ${target}`;
      latest.delete(key);
      if (isKnown || !fails) latest.set(key, { owner, fails, atMs: nowMs });
      for (const [other, { atMs }] of latest) if (atMs < nowMs - WINDOW_MS) latest.delete(other);
      const failing = failingShare([...latest.values()]);
      const isAwayNow = latest.size >= FEWEST ? failing >= (isAway ? FEW : MOST) : isAway && fails;
      if (isAwayNow !== isAway) onChange(isAwayNow);
      isAway = isAwayNow;
      return !(isAway && fails);
    },
  };
}

/** The mean of the owners' shares, so that one with many targets that fail does not speak for the others. */
function failingShare(all: readonly Latest[]): number {
  const byOwner = new Map<string, { readonly failing: number; readonly all: number }>();
  for (const { owner, fails } of all) {
    const { failing, all: before } = byOwner.get(owner) ?? { failing: 0, all: 0 };
    byOwner.set(owner, { failing: failing + Number(fails), all: before + 1 });
  }
  const shares = [...byOwner.values()].map(({ failing, all: of }) => failing / of);
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

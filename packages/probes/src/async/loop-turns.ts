/** How long divisible work may occupy the event loop in one go, and so delay everything else. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop. In each turn only one waiter continues, so that the slices of several tasks never
 * add up.
 */
function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}

/** Divides long work on values that are already in memory. */
export interface Slices {
  /** To be called repeatedly: waits for the next turn when the slice is used up, and at the first call. */
  pauseIfOver(): Promise<void> | null;
}

export function createSlices(sliceMs: number = SLICE_MS): Slices {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  return {
    pauseIfOver: () => {
      if (performance.now() < endsAtMs) return null;
      return ownTurn().then(() => {
        endsAtMs = performance.now() + sliceMs;
      });
    },
  };
}

/** How long work that can be divided may keep the event loop in one go: others wait for it that long at most. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop of one's own: in each turn one waiter goes on, so that slices of several works
 * never add up.
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

/** Divides long work on values that are at hand already. */
export interface Slices {
  /** To be called again and again: waits for the next turn when the slice is used up, and at the very first. */
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

/** Milliseconds that divisible work may occupy the event loop at a time, delaying everything else. */
const SLICE_MS = 5;

const waiting: (() => void)[] = [];

/** Waits for a turn of the event loop. Only one waiter continues per turn, so that the slices of several tasks never add up. */
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

/** Divides long work on data that is already in memory. */
export interface Slices {
  /** Must be called repeatedly: waits for the next turn at the first call, and when the slice is used up. */
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

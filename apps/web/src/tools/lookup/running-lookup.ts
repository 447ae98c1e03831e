export interface CancellableLookup {
  cancel(): void;
}

/** Changes what the page knows as its running lookup; null if none runs. */
export type OnRunning = (change: (before: CancellableLookup | null) => CancellableLookup | null) => void;

/**
 * Tells the page which lookup runs.
 * @returns tells that this one has ended; if another one has begun meanwhile, that one keeps running
 */
export function announceRunning(running: CancellableLookup, onRunning: OnRunning): () => void {
  onRunning(() => running);
  return () => onRunning((current) => (current === running ? null : current));
}

/** Stands for a lookup whose code is still loading. */
export const notBegun: CancellableLookup = { cancel: () => undefined };

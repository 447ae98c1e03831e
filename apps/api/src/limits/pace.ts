/** Waits for one's turn to begin. */
export type Pace = () => Promise<void>;

/**
 * Lets so much new work begin in one turn of the event loop: else a crowd of lookups that begin all at once would keep
 * requests from being read until their time is over.
 */
export function createPace(perTurn: number): Pace {
  const waiting: (() => void)[] = [];
  const turn = () => {
    for (const begin of waiting.splice(0, perTurn)) begin();
    if (waiting.length > 0) setImmediate(turn);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn);
    });
}

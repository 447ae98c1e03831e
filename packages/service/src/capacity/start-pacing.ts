/** Waits until one more lookup may start. */
export type StartPacing = () => Promise<void>;

/**
 * Lets so many lookups start in one turn of the event loop: a crowd that started all at once would block the reading of
 * requests until their time is over.
 */
export function createStartPacing(perTurn: number): StartPacing {
  const waiting: (() => void)[] = [];
  const turn = () => {
    for (const start of waiting.splice(0, perTurn)) start();
    if (waiting.length > 0) setImmediate(turn);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(turn);
    });
}

/** Waits until one more lookup may start. */
export type StartPacing = () => Promise<void>;

/**
 * Lets a limited number of lookups start per turn of the event loop: if a crowd started at once, requests could not be read
 * before they time out.
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

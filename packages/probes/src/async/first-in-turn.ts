import { onAbort } from './signals.ts';

/** One of several ways to the same result. */
export interface Contender<T> {
  /** Milliseconds without success or failure after which the next one starts beside it. */
  readonly headStartMs: number;
  start(signal: AbortSignal): Promise<T>;
  /** Called when the head start ends without success or failure. */
  readonly onHeadStartOver?: () => void;
}

/**
 * Starts attempts one after another: the next one when the previous one fails or its head start is over. Earlier attempts
 * continue, so a slow one that succeeds takes no more than its own time. Null when no attempt is left; attempts are taken
 * from the iterable one at a time, so it may decide late.
 * @param signal the signal of all attempts: the caller fires it at the end to stop those that have lost
 * @param discard receives results that arrive after the first success
 * @throws the signal's reason when it fires
 */
export async function firstInTurn<T>(
  attempts: Iterable<Contender<T>>,
  signal: AbortSignal,
  discard: (late: T) => void = () => {},
): Promise<T | null> {
  const winners: T[] = [];
  let proceed = () => {};
  const detach = onAbort(signal, () => proceed());
  const succeed = (value: T) => {
    if (winners.length > 0 || signal.aborted) return discard(value);
    winners.push(value);
    proceed();
  };
  try {
    for (const attempt of attempts) {
      signal.throwIfAborted();
      const started = attempt.start(signal);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          attempt.onHeadStartOver?.();
          resolve();
        }, attempt.headStartMs);
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        proceed = end;
        started.then(succeed, end);
      });
      signal.throwIfAborted();
      if (winners.length > 0) return winners[0] ?? null;
    }
    return null;
  } finally {
    detach();
  }
}

import { onAbort } from '../async/signals.ts';

/** One of several ways to the same thing. */
export interface Turn<T> {
  /** How long it may be silent before the next one starts beside it. */
  readonly patienceMs: number;
  start(signal: AbortSignal): Promise<T>;
  /** Called when the patience is over without success or failure. */
  readonly onQuiet?: () => void;
}

/**
 * Starts turns one after another: the next when the one before fails or its patience is over. Earlier turns stay in the
 * race, so a slow one that succeeds costs no more than its own time. Null when no turn is left; turns are taken from the
 * iterable one by one, so it may decide late.
 * @param signal is that of the race: whoever holds it ends the losers with it.
 * @param discard receives what succeeds after the race is over.
 * @throws the signal's reason when it fires.
 */
export async function firstInTurn<T>(
  turns: Iterable<Turn<T>>,
  signal: AbortSignal,
  discard: (late: T) => void = () => {},
): Promise<T | null> {
  const winners: T[] = [];
  let goOn = () => {};
  const detach = onAbort(signal, () => goOn());
  const arrive = (value: T) => {
    if (winners.length > 0 || signal.aborted) return discard(value);
    winners.push(value);
    goOn();
  };
  try {
    for (const turn of turns) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          turn.onQuiet?.();
          resolve();
        }, turn.patienceMs);
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        goOn = end;
        turn.start(signal).then(arrive, end);
      });
      signal.throwIfAborted();
      if (winners.length > 0) return winners[0] ?? null;
    }
    return null;
  } finally {
    detach();
  }
}

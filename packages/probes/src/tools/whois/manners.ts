import { ToolError } from '@sonde/contract';

/** Keeps us from asking a server more than it likes: one question a second each, and not many at once over all. */
export interface Manners {
  /**
   * Waits for our turn at a server, then for a place, and runs the work.
   * @throws ToolError `busy` when the line at this server is too long, or the signal's reason.
   */
  ask<T>(server: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export interface MannersOptions {
  readonly intervalMs: number;
  /** Questions under way at once, whatever their servers. */
  readonly places: number;
  /** Nobody waits longer for a turn. */
  readonly maxWaitMs: number;
  readonly now?: () => number;
}

export function createManners({
  intervalMs,
  places,
  maxWaitMs,
  now = performance.now.bind(performance),
}: MannersOptions): Manners {
  /** When each server may be asked next; those in the past are forgotten. */
  const turns = new Map<string, number>();
  const line = new Set<() => void>();
  let free = places;

  function takeTurn(server: string): number {
    const atMs = now();
    for (const [one, turnMs] of turns) if (turnMs <= atMs) turns.delete(one);
    const turnMs = Math.max(atMs, turns.get(server) ?? 0);
    if (turnMs - atMs > maxWaitMs) {
      const details = { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) };
      throw new ToolError('busy', 'Many people are asking this registry right now. Please try again.', details);
    }
    turns.set(server, turnMs + intervalMs);
    return turnMs - atMs;
  }

  async function enter(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    await waitFor(signal, (admit) => {
      line.add(admit);
      return () => void line.delete(admit);
    });
  }

  function leave(): void {
    const [next] = line;
    if (next === undefined) free += 1;
    else {
      line.delete(next);
      next();
    }
  }

  return {
    ask: async (server, signal, work) => {
      signal.throwIfAborted();
      const delayMs = takeTurn(server);
      if (delayMs > 0) {
        await waitFor(signal, (go) => {
          const timer = setTimeout(go, delayMs);
          return () => clearTimeout(timer);
        });
      }
      await enter(signal);
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** Waits until `begin`'s callback is called; what it gives back is called when the signal fires before that. */
function waitFor(signal: AbortSignal, begin: (go: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const undo = begin(() => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    function giveUp() {
      undo();
      reject(signal.reason);
    }
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

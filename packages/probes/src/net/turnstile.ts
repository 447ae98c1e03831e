import { onAbort } from '../async/signals.ts';

/** Lets a limited number in at a time; the others wait in line. */
export interface Turnstile {
  /**
   * Waits for a place, runs the work and gives the place back when it ends, or before that when it calls `leave`.
   * @throws the signal's reason when it fires in line, or what `work` throws.
   */
  pass<T>(signal: AbortSignal, work: (leave: () => void) => Promise<T>): Promise<T>;
}

export function createTurnstile(places: number): Turnstile {
  let free = places;
  // A Set keeps the order of arrival and lets go of any waiter at once.
  const line = new Set<() => void>();

  const enter = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const admit = () => {
        line.delete(admit);
        detach();
        resolve();
      };
      const detach = onAbort(signal, () => {
        line.delete(admit);
        reject(signal.reason);
      });
      line.add(admit);
    });

  return {
    pass: async (signal, work) => {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await enter(signal);
      let isInside = true;
      const leave = () => {
        if (!isInside) return;
        isInside = false;
        const [next] = line;
        if (next === undefined) free += 1;
        else next();
      };
      try {
        return await work(leave);
      } finally {
        leave();
      }
    },
  };
}

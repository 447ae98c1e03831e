import { onAbort } from './signals.ts';

/** Lets a limited number in at a time; the others wait in line. */
export interface Turnstile {
  /**
   * Waits for a place.
   * @returns how to give the place back; calling it again does nothing.
   * @throws the signal's reason when it fires first.
   */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function createTurnstile(places: number): Turnstile {
  let free = places;
  // A Set keeps the order of arrival and lets go of any waiter at once.
  const line = new Set<() => void>();

  const leave = () => {
    const [next] = line;
    if (next === undefined) free += 1;
    else next();
  };
  const place = () => {
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      leave();
    };
  };

  return {
    enter: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return place();
      }
      return new Promise((resolve, reject) => {
        const admit = () => {
          line.delete(admit);
          detach();
          resolve(place());
        };
        const detach = onAbort(signal, () => {
          line.delete(admit);
          reject(signal.reason);
        });
        line.add(admit);
      });
    },
  };
}

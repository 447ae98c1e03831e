/** A fixed number of places, and a line before them that is as long at most. */
export interface Line {
  /** Places that are taken. */
  readonly taken: number;
  readonly waiting: number;
  /** Waits for a place; false at once when the line is full. Rejects with the signal's reason when that fires. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Gives a place back. */
  leave(): void;
}

export function createLine(places: number): Line {
  let taken = 0;
  // A Set keeps the order of arrival and lets go of any waiter at once.
  const line = new Set<() => void>();

  const waitFor = (signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const onAbort = () => {
        line.delete(admit);
        reject(signal.reason);
      };
      const admit = () => {
        line.delete(admit);
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      line.add(admit);
    });

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return line.size;
    },
    async enter(signal) {
      signal.throwIfAborted();
      if (taken < places) {
        taken += 1;
        return true;
      }
      return line.size < places ? waitFor(signal) : false;
    },
    leave() {
      const [next] = line;
      // The place goes from hand to hand.
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}

/** Admits at most `size` holders at once; as many others may wait, in the order of arrival. */
export interface Semaphore {
  /** Slots that are taken. */
  readonly taken: number;
  readonly waiting: number;
  /** Waits for a slot; false at once when the queue is full. Rejects with the signal's reason when that fires. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Returns a slot. */
  leave(): void;
}

export function createSemaphore(size: number): Semaphore {
  let taken = 0;
  // A Set keeps the order of arrival and removes any waiter at once.
  const queue = new Set<() => void>();

  const waitFor = (signal: AbortSignal) =>
    new Promise<boolean>((resolve, reject) => {
      const onAbort = () => {
        queue.delete(admit);
        reject(signal.reason);
      };
      const admit = () => {
        queue.delete(admit);
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.add(admit);
    });

  return {
    get taken() {
      return taken;
    },
    get waiting() {
      return queue.size;
    },
    async enter(signal) {
      signal.throwIfAborted();
      if (taken < size) {
        taken += 1;
        return true;
      }
      return queue.size < size ? waitFor(signal) : false;
    },
    leave() {
      const [next] = queue;
      // The slot is passed on directly.
      if (next === undefined) taken -= 1;
      else next();
    },
  };
}

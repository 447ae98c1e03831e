import { onAbort } from './signals.ts';

/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

/** Admits at most so many holders at once; the others wait in the order in which they came. */
export interface Semaphore {
  /**
   * Waits for a slot.
   * @throws the signal's reason when it fires first
   */
  acquire(signal: AbortSignal): Promise<Release>;
  /** A slot without waiting for it, or null when none is free. */
  tryAcquire(): Release | null;
  /** Changes the number of slots. Where there are fewer now, those in use stay in use until they are given back. */
  resize(slots: number): void;
}

export function createSemaphore(slots: number): Semaphore {
  let capacity = slots;
  let inUse = 0;
  // A Set keeps the order of arrival and lets any waiter leave at once.
  const queue = new Set<() => void>();

  const admitNext = () => {
    for (const admit of queue) {
      if (inUse >= capacity) return;
      admit();
    }
  };

  const take = (): Release => {
    inUse += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      inUse -= 1;
      admitNext();
    };
  };

  const tryAcquire = () => (inUse < capacity ? take() : null);

  return {
    tryAcquire,
    acquire: async (signal) => {
      signal.throwIfAborted();
      return (
        tryAcquire() ??
        new Promise<Release>((resolve, reject) => {
          const admit = () => {
            queue.delete(admit);
            detach();
            resolve(take());
          };
          const detach = onAbort(signal, () => {
            queue.delete(admit);
            reject(signal.reason);
          });
          queue.add(admit);
        })
      );
    },
    resize: (next) => {
      capacity = next;
      admitNext();
    },
  };
}

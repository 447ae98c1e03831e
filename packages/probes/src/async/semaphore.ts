import { onAbort } from './signals.ts';

/** Returns a slot. Calling it again does nothing. */
export type Release = () => void;

/** Admits a limited number of holders at once; the others wait in order of arrival. */
export interface Semaphore {
  /** Number of slots in use. */
  readonly inUse: number;
  readonly waiting: number;
  /**
   * Waits for a slot; `isUrgent` waiters precede all others.
   * @throws the signal's reason if it fires first
   */
  acquire(signal: AbortSignal, isUrgent?: boolean): Promise<Release>;
  /** A slot without waiting, or null if none is free. */
  tryAcquire(): Release | null;
  /** Changes the number of slots. If there are fewer now, those in use are kept until they are released. */
  resize(slots: number): void;
}

export function createSemaphore(slots: number): Semaphore {
  let capacity = slots;
  let inUse = 0;
  // A Set keeps the order of arrival and removes any waiter in constant time.
  const queues = { urgent: new Set<() => void>(), usual: new Set<() => void>() };

  const admitNext = () => {
    for (const queue of [queues.urgent, queues.usual]) {
      for (const admit of queue) {
        if (inUse >= capacity) return;
        admit();
      }
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
    get inUse() {
      return inUse;
    },
    get waiting() {
      return queues.urgent.size + queues.usual.size;
    },
    tryAcquire,
    acquire: async (signal, isUrgent = false) => {
      signal.throwIfAborted();
      const queue = isUrgent ? queues.urgent : queues.usual;
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

/** Admits one writer at a time, in the order of arrival. */
export interface WriterQueue {
  /** Rejects with code `STORE_CROWDED` if too many writers wait, or if this one has waited too long. */
  enter(): Promise<void>;
  leave(): void;
}

export function createWriterQueue(maxWaiting: number, maxWaitMs: number): WriterQueue {
  const waiting = new Set<() => void>();
  let isTaken = false;
  return {
    enter() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve();
      }
      if (waiting.size >= maxWaiting) return Promise.reject(crowded());
      return new Promise((resolve, reject) => {
        const begin = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(begin);
          reject(crowded());
        }, maxWaitMs);
        waiting.add(begin);
      });
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        isTaken = false;
        return;
      }
      // The slot goes directly to the next writer, so that a new one cannot overtake those waiting.
      waiting.delete(next);
      next();
    },
  };
}

const crowded = () => Object.assign(new Error('too many changes wait for the database'), { code: 'STORE_CROWDED' });

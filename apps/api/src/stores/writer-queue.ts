/** Lets one writer in at a time, in the order in which they came. */
export interface WriterQueue {
  /** Rejects with the code `STORE_CROWDED` when too many wait, or one has waited too long. */
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
      // The place is handed on: nobody who comes now is let in before.
      waiting.delete(next);
      next();
    },
  };
}

const crowded = () => Object.assign(new Error('too many changes wait for the database'), { code: 'STORE_CROWDED' });

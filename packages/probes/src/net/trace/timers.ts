/** Timers that are cleared together. */
export interface Timers {
  /** Calls `work` after this many milliseconds, unless the returned function is called first. */
  after(ms: number, work: () => void): () => void;
  stop(): void;
}

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  return {
    after: (ms, work) => {
      const timer = setTimeout(() => {
        running.delete(timer);
        work();
      }, ms);
      running.add(timer);
      return () => {
        running.delete(timer);
        clearTimeout(timer);
      };
    },
    stop: () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}

export type Listen<Part> = (part: Part) => void;

/** Passed to work that several callers wait for. */
export interface BegunWork<Value, Part> {
  /** Aborted when the last caller has left. */
  readonly signal: AbortSignal;
  /** Passes a part of the value on to all callers. */
  tell(part: Part): void;
  /** Must be called immediately, with the promise of the result. */
  finishWith(result: Promise<Value>): void;
}

/** Work that several callers wait for; it is aborted when the last of them has left. */
interface RunningWork<Value, Part> {
  readonly result: Promise<Value>;
  readonly abort: () => void;
  /** The parts so far, for callers that join late. */
  readonly parts: Part[];
  readonly listeners: Set<Listen<Part>>;
  waiting: number;
}

export interface SingleFlight<Value, Part> {
  /** True while work for this key is running. */
  isRunning(key: string): boolean;
  /** Registers work that is not running yet. */
  begin(key: string): BegunWork<Value, Part>;
  /**
   * The result of the running work for `key`. `listen` receives the parts so far, then each new one. Rejects with the
   * reason of `signal` as soon as it is aborted; the work continues for the other callers.
   */
  join(key: string, signal: AbortSignal, listen?: Listen<Part>): Promise<Value>;
}

/** How many parts of an answer are remembered for callers that join late; the others are in the result. */
const MAX_PARTS = 1000;

/** Merges equal requests that overlap in time into one piece of work. */
export function createSingleFlight<Value, Part = never>(): SingleFlight<Value, Part> {
  const running = new Map<string, RunningWork<Value, Part>>();

  /** Abandoned work may still be ending when new work for its key has begun. */
  function forget(key: string, work: RunningWork<Value, Part>): void {
    if (running.get(key) === work) running.delete(key);
  }

  function leave(key: string, work: RunningWork<Value, Part>): void {
    work.waiting -= 1;
    if (work.waiting > 0) return;
    forget(key, work);
    work.abort();
  }

  return {
    isRunning: (key) => running.has(key),
    begin(key) {
      const controller = new AbortController();
      const parts: Part[] = [];
      const listeners = new Set<Listen<Part>>();
      return {
        signal: controller.signal,
        tell(part) {
          if (parts.length < MAX_PARTS) parts.push(part);
          for (const listen of listeners) listen(part);
        },
        finishWith(result) {
          const work = { result, abort: () => controller.abort(), parts, listeners, waiting: 0 };
          const onEnd = () => forget(key, work);
          result.then(onEnd, onEnd);
          running.set(key, work);
        },
      };
    },
    async join(key, signal, listen = () => {}) {
      const work = running.get(key);
      if (work === undefined) throw new Error(`Nothing is running for ${key}.`);
      work.waiting += 1;
      for (const part of work.parts) listen(part);
      work.listeners.add(listen);
      return new Promise<Value>((resolve, reject) => {
        const settled = () => {
          signal.removeEventListener('abort', onAbort);
          work.listeners.delete(listen);
        };
        const onAbort = () => {
          settled();
          leave(key, work);
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        work.result.finally(settled).then(resolve, reject);
      });
    },
  };
}

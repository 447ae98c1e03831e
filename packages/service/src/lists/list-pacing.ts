import { performance } from 'node:perf_hooks';

/** Lookups of lists take at most this share of the event loop's time; the rest belongs to visitors. */
const SHARE_OF_LOOP = 0.3;
/** Two lookups never start in the same turn of the event loop. */
const MIN_PAUSE_MS = 4;

export interface ListPacing {
  /**
   * Runs a lookup of a list as soon as the process has time for it. At least one is always running, however busy the
   * process is.
   * @throws the reason of the signal, and what `work` throws.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface LoopClock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** How long the event loop has been active so far. */
  readonly activeMs: () => number;
}

const ownLoop: LoopClock = {
  now: () => performance.now(),
  activeMs: () => performance.eventLoopUtilization().active,
};

/** Creates the pacing shared by all lists of a process. */
export function createListPacing({ now, activeMs }: LoopClock = ownLoop): ListPacing {
  const waiting = new Set<() => void>();
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let last = { atMs: Number.NEGATIVE_INFINITY, activeMs: 0 };

  /** How long to wait until the work since the last start, whatever caused it, is no more than that share. */
  function pauseMs(): number {
    const elapsedMs = now() - last.atMs;
    const neededMs = Math.max(MIN_PAUSE_MS, (activeMs() - last.activeMs) / SHARE_OF_LOOP);
    return neededMs - elapsedMs;
  }

  function admit(): void {
    clearTimeout(timer);
    timer = undefined;
    const [next] = waiting;
    if (next === undefined) return;
    const mustWaitMs = running === 0 ? 0 : pauseMs();
    if (mustWaitMs > 0) {
      timer = setTimeout(admit, Math.ceil(mustWaitMs));
      return;
    }
    waiting.delete(next);
    running += 1;
    last = { atMs: now(), activeMs: activeMs() };
    next();
    if (waiting.size > 0) timer = setTimeout(admit, MIN_PAUSE_MS);
  }

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = () => {
        waiting.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.add(start);
      if (timer === undefined) admit();
    });

  return {
    async run(work, signal) {
      await turn(signal);
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) admit();
      }
    },
  };
}

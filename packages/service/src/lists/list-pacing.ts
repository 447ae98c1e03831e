import { performance } from 'node:perf_hooks';

/** Lookups of lists take at most this share of the event loop's time; the rest belongs to visitors. */
const SHARE_OF_LOOP = 0.3;
/** Two lookups never start in the same turn of the event loop. */
const MIN_PAUSE_MS = 4;

export interface ListPacing {
  /**
   * Runs a lookup of a list as soon as the process has time for it. At least one is always running, however busy the
   * process is. The parties take turns.
   * @throws the reason of the signal, and what `work` throws.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, party: string): Promise<T>;
}

interface Waiting {
  readonly party: string;
  start(): void;
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
  const waiting = new Set<Waiting>();
  /** By party. */
  const running = new Map<string, number>();
  /** The party of each recent start, the last one at the end. */
  const started = new Set<string>();
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
    const next = nextOf(waiting, running, started);
    if (next === undefined) return;
    const mustWaitMs = running.size === 0 ? 0 : pauseMs();
    if (mustWaitMs > 0) {
      timer = setTimeout(admit, Math.ceil(mustWaitMs));
      return;
    }
    waiting.delete(next);
    running.set(next.party, (running.get(next.party) ?? 0) + 1);
    last = { atMs: now(), activeMs: activeMs() };
    started.delete(next.party);
    started.add(next.party);
    next.start();
    if (waiting.size > 0) timer = setTimeout(admit, MIN_PAUSE_MS);
  }

  const leave = (party: string) => {
    const left = (running.get(party) ?? 1) - 1;
    if (left > 0) running.set(party, left);
    else running.delete(party);
    if (running.size === 0 && waiting.size === 0) started.clear();
    if (running.size === 0) admit();
  };

  const turn = (signal: AbortSignal, party: string) =>
    new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = () => {
        waiting.delete(one);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const one = { party, start };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.add(one);
      if (timer === undefined) admit();
    });

  return {
    async run(work, signal, party) {
      await turn(signal, party);
      try {
        return await work();
      } finally {
        leave(party);
      }
    },
  };
}

/** One of the party that runs fewest; of several, the one that has waited longest for a start. */
function nextOf(
  waiting: Iterable<Waiting>,
  running: ReadonlyMap<string, number>,
  started: ReadonlySet<string>,
): Waiting | undefined {
  const lastStarts = [...started];
  let next: { readonly one: Waiting; readonly key: readonly [number, number] } | undefined;
  for (const one of waiting) {
    const key = [running.get(one.party) ?? 0, lastStarts.indexOf(one.party)] as const;
    const isFirst = next === undefined || key[0] < next.key[0] || (key[0] === next.key[0] && key[1] < next.key[1]);
    if (isFirst) next = { one, key };
  }
  return next?.one;
}

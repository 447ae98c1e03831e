import { ToolError } from '@sonde/contract';
import { onAbort } from '../../async/signals.ts';
import type { Claims } from '../../limits/claims.ts';

/** Time by which a running search is usually over. */
const RETRY_AFTER_SECONDS = 10;
/** Milliseconds, half of the deadline, so that there is time for the search. */
const MAX_WAIT_MS = 12_000;
/** How often it is looked whether another instance has ended its search. */
const LOOK_EVERY_MS = 250;

/** A search that waits for its turn. */
export interface WaitingSearch {
  readonly signal: AbortSignal;
  /** How many searches the client runs; the one with the fewest comes next. */
  readonly share?: (() => number) | undefined;
  /** For tests. */
  readonly maxWaitMs?: number;
}

interface Waiter {
  readonly share: () => number;
  wake: () => void;
}

const lines = new WeakMap<Claims, Map<string, Set<Waiter>>>();

/**
 * Runs one search at a time below a registrable domain, over all instances that share claims. Equal searches have been joined
 * before; what waits here is for other names below the same registrable domain, or is recorded. The next turn is that of the
 * client that runs fewest.
 * @throws ToolError `busy` when its turn does not come in time; the signal's reason
 */
export async function oneAtATime<Result>(
  searches: Claims,
  registrable: string,
  { signal, share = () => 0, maxWaitMs = MAX_WAIT_MS }: WaitingSearch,
  search: () => Promise<Result>,
): Promise<Result> {
  const name = `search ${registrable}`;
  const line = lineOf(searches, name);
  const lastMs = performance.now() + maxWaitMs;
  const waiter: Waiter = { share, wake: () => {} };
  let release = line.size === 0 ? await searches.claim(name) : null;
  try {
    while (release === null) {
      signal.throwIfAborted();
      if (performance.now() >= lastMs) throw busy(registrable);
      line.add(waiter);
      await turn(line, waiter, lastMs, signal);
      signal.throwIfAborted();
      release = await searches.claim(name);
    }
  } finally {
    line.delete(waiter);
  }
  try {
    signal.throwIfAborted();
    return await search();
  } finally {
    release();
    next(line)?.wake();
  }
}

function lineOf(searches: Claims, name: string): Set<Waiter> {
  const all = lines.get(searches) ?? new Map<string, Set<Waiter>>();
  lines.set(searches, all);
  for (const [known, waiters] of all) if (waiters.size === 0 && known !== name) all.delete(known);
  const line = all.get(name) ?? new Set();
  all.set(name, line);
  return line;
}

/** Resolves when a search of this process has ended and this one is next, when it may look again, or when the signal fires. */
function turn(line: ReadonlySet<Waiter>, waiter: Waiter, lastMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (next(line) === waiter || performance.now() >= lastMs) waiter.wake();
    }, LOOK_EVERY_MS);
    let detach = () => {};
    waiter.wake = () => {
      clearInterval(timer);
      detach();
      resolve();
    };
    detach = onAbort(signal, waiter.wake);
  });
}

/** Among equals, the first to arrive. */
function next(line: ReadonlySet<Waiter>): Waiter | undefined {
  let best: Waiter | undefined;
  for (const one of line) if (best === undefined || one.share() < best.share()) best = one;
  return best;
}

function busy(registrable: string): ToolError {
  return new ToolError('busy', `Other searches below ${registrable} are running. Please try again in a moment.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

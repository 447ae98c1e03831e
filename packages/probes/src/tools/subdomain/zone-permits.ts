import { ToolError } from '@sonde/contract';
import type { QuestionBudget } from '../../limits/question-budget.ts';
import type { Net, QuestionPermits } from '../../net/net.ts';
import type { CountQuestion } from '../../work/work.ts';

/** The permits of one search, taken from the budget of the registrable domain. */
export interface ZonePermits extends QuestionPermits {
  /** Waits for the permit for one query. @throws ToolError `rate-limited`, or the signal's reason */
  one(signal: AbortSignal): Promise<void>;
  /** Stops the timer and ends all waits. */
  close(): void;
}

/** The longest pause in milliseconds within a search; beyond it, the search is cut short and the gap says when to retry. */
const MAX_PAUSE_MS = 2000;

/** Permits for questions below `zone`, counted for those who wait for them. The owner closes them at the end. */
export function createZonePermits(
  budget: QuestionBudget,
  zone: string,
  clients: () => readonly string[] = () => [],
): ZonePermits {
  const listeners = new Set<() => void>();
  /** Single questions that wait: a source waits for them, while many questions only take longer. */
  let waiting = 0;
  /** Below this, more permits are fetched in advance, since a shared counter costs a round trip. */
  const low = budget.portion / 2;
  let left = 0;
  let isFetching = false;
  let timer: NodeJS.Timeout | null = null;
  let refusal: Error | null = null;
  let isClosed = false;

  const fetchMore = async () => {
    if (isFetching || isClosed || refusal !== null || timer !== null) return;
    isFetching = true;
    const { questions, retryInMs, quarterFreeInMs } = await budget.take(zone, budget.portion, clients());
    isFetching = false;
    if (isClosed) return;
    left += questions;
    if (questions === 0 && retryInMs <= MAX_PAUSE_MS) {
      timer = setTimeout(() => {
        timer = null;
        void fetchMore();
      }, retryInMs);
      return;
    }
    // Permits already fetched are used up first.
    if (questions === 0 && left === 0) refusal = spent(zone, quarterFreeInMs);
    for (const listener of [...listeners]) listener();
  };

  /** Leaves as many permits as are `kept` for others. */
  const takeOne = (kept = 0) => {
    const isAllowed = left > kept;
    if (isAllowed) left -= 1;
    if (left < low) void fetchMore();
    return isAllowed;
  };

  const permits: ZonePermits = {
    get refusal() {
      return refusal;
    },
    take: () => takeOne(waiting),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async one(signal) {
      signal.throwIfAborted();
      if (takeOne(waiting)) return;
      waiting += 1;
      try {
        while (!takeOne()) {
          if (refusal !== null) throw refusal;
          await changed(permits, signal);
          signal.throwIfAborted();
        }
      } finally {
        waiting -= 1;
      }
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      refusal ??= new Error('the search is over');
      for (const listener of [...listeners]) listener();
      listeners.clear();
    },
  };
  return permits;
}

/** Resolves at the next change, and when the signal fires. */
function changed(permits: QuestionPermits, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      detach();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const detach = permits.onChange(end);
    signal.addEventListener('abort', end, { once: true });
  });
}

function spent(zone: string, quarterFreeInMs: number): ToolError {
  const retryAfterSeconds = Math.max(1, Math.ceil(quarterFreeInMs / 1000));
  return new ToolError(
    'rate-limited',
    `The query limit for the name servers of ${zone} is reached. Please try again in ${inWords(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The same network layer, in which every one of many questions needs a permit; single ones are counted where they are asked. */
export function withPermits(net: Net, permits: ZonePermits): Net {
  return { ...net, askMany: (question, signal) => net.askMany({ ...question, permits }, signal) };
}

/** Counts single questions: those below the zone of the permits, and all others as before. */
export function countByPermits(permits: ZonePermits, zone: string, others: CountQuestion | null): CountQuestion {
  return async (name, signal) => {
    if (`.${name.toLowerCase()}`.endsWith(`.${zone}`)) await permits.one(signal);
    else await others?.(name, signal);
  };
}

/** Counts the question by which a search begins. @throws ToolError `rate-limited` */
export async function takeFirstQuestion(
  budget: QuestionBudget,
  zone: string,
  clients: readonly string[],
): Promise<void> {
  const { questions, quarterFreeInMs } = await budget.take(zone, 1, clients);
  if (questions === 0) throw spent(zone, quarterFreeInMs);
}

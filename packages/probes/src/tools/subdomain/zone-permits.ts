import { ToolError } from '@sonde/contract';
import type { QuestionBudget } from '../../limits/question-budget.ts';
import type { Net, QuestionPermits } from '../../net/net.ts';

/** The permits of one search, taken from the budget of the registrable domain. */
export interface ZonePermits extends QuestionPermits {
  /** Waits for the permit for one query. @throws ToolError `rate-limited`, or the signal's reason */
  one(signal: AbortSignal): Promise<void>;
  /** Stops the timer and ends all waits. */
  close(): void;
}

/** The longest pause in milliseconds within a search; beyond it, the search is cut short and the gap says when to retry. */
const MAX_PAUSE_MS = 2000;

/** Permits for questions below `zone`. The owner closes them at the end. */
export function createZonePermits(budget: QuestionBudget, zone: string): ZonePermits {
  const listeners = new Set<() => void>();
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
    const { questions, retryInMs, quarterFreeInMs } = await budget.take(zone, budget.portion);
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

  const permits: ZonePermits = {
    get refusal() {
      return refusal;
    },
    take() {
      const isAllowed = left > 0;
      if (isAllowed) left -= 1;
      if (left < low) void fetchMore();
      return isAllowed;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async one(signal) {
      signal.throwIfAborted();
      while (!permits.take()) {
        if (refusal !== null) throw refusal;
        await changed(permits, signal);
        signal.throwIfAborted();
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

/** The same network layer, with a permit for every DNS query. */
export function withPermits(net: Net, permits: ZonePermits): Net {
  return {
    ...net,
    async ask(question, signal) {
      await permits.one(signal);
      return net.ask(question, signal);
    },
    askMany: (question, signal) => net.askMany({ ...question, permits }, signal),
  };
}

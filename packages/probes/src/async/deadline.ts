// async/: waiting, once for all: deadlines, signals, semaphores, sleeping, ordered attempts, slices of the event loop.

import { NetFailure } from '../net-failure.ts';
import { linkSignals, onAbort } from './signals.ts';

export interface Deadline {
  readonly timeoutMs: number;
  /** What took too long; used in the log. */
  readonly what: string;
}

/** A running deadline. The caller that started it must end it. */
export interface RunningDeadline {
  /** Fires at the deadline with a NetFailure `timeout`, or with the first of the parents and its reason. */
  readonly signal: AbortSignal;
  /** True if the time was over before any parent fired. */
  readonly isPast: boolean;
  /** Sets a second deadline, counted from now; a later call replaces it. The first deadline still applies. */
  shortenTo(timeoutMs: number): void;
  /** Stops the clock and removes the listeners from the parents; the signal does not change any more. */
  end(): void;
  /** Like `end`, but also fires the signal, so that whatever is still running stops. */
  cancel(): void;
  /** Fires the signal early, with this reason. */
  abort(reason: unknown): void;
}

/** A single instance: capturing a stack trace for every DNS query would cost more than the query. */
const workIsOver = new DOMException('The work is over', 'AbortError');

/**
 * Starts a deadline that fires even under garbage collection: its timer holds the controller of the signal. Only for Node 20:
 * there, `AbortSignal.any([signal, AbortSignal.timeout(ms)])` does not. The signal made by `any` holds its sources weakly, and a timeout without any other reference is collected, with its timer, before it fires (nodejs/node#57736). The linter
 * rejects that form.
 */
export function startDeadline({ timeoutMs, what }: Deadline, parents: readonly AbortSignal[]): RunningDeadline {
  const { signal, abort, release } = linkSignals(parents);
  let isPast = false;
  const startTimer = (afterMs: number) =>
    setTimeout(() => {
      isPast ||= !signal.aborted;
      abort(new NetFailure('timeout', `${what}: no end after ${afterMs} ms`));
    }, afterMs);
  const timer = startTimer(timeoutMs);
  let shorterTimer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    clearTimeout(shorterTimer);
    release();
  };
  return {
    signal,
    abort,
    get isPast() {
      return isPast;
    },
    shortenTo: (afterMs) => {
      clearTimeout(shorterTimer);
      shorterTimer = startTimer(afterMs);
    },
    end,
    cancel: () => {
      end();
      abort(workIsOver);
    },
  };
}

/**
 * Runs `work` with a signal that fires with the first of `parents` and at the deadline, and does not wait for work that is
 * slow to react. The signal also fires at the end, so that whatever `work` has left running stops.
 * @throws NetFailure `timeout` at the deadline, the reason of the parent that fired, or what `work` throws
 */
export async function withDeadline<T>(
  deadline: Deadline,
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, cancel } = startDeadline(deadline, parents);
  try {
    signal.throwIfAborted();
    return await untilAborted(work(signal), signal);
  } finally {
    cancel();
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as it fires. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const detach = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(detach);
  });
}

/** The result of `work` if it arrives in time, otherwise undefined. The work is not stopped. */
export function resultWithin<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, undefined);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

import { NetFailure } from '../net/net.ts';
import { linkSignals, onAbort } from './signals.ts';

export interface Deadline {
  readonly timeoutMs: number;
  /** For the log: what took too long. */
  readonly what: string;
}

/** A deadline that was started, and must be ended by whoever started it. */
export interface RunningDeadline {
  /** Fires at the deadline with a NetFailure `timeout`, or with the first of the parents and its reason. */
  readonly signal: AbortSignal;
  /** True when the time was over before any parent fired. */
  readonly isPast: boolean;
  /** Stops the clock and lets go of the parents; the signal stays as it is. To be called when the work is over. */
  end(): void;
  /** Fires the signal before its time, with this reason. */
  abort(reason: unknown): void;
}

/**
 * Starts a deadline. It fires whatever the garbage collector does: its timer holds the controller of the signal.
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` does not on Node 20: the signal that `any` makes holds its
 * sources weakly, and a timeout that nobody else refers to is collected, with its timer, before it fires
 * (nodejs/node#57736). The linter refuses that form.
 */
export function startDeadline({ timeoutMs, what }: Deadline, parents: readonly AbortSignal[]): RunningDeadline {
  const { signal, abort, release } = linkSignals(parents);
  let isPast = false;
  const timer = setTimeout(() => {
    isPast = !signal.aborted;
    abort(new NetFailure('timeout', `${what}: no end after ${timeoutMs} ms`));
  }, timeoutMs);
  return {
    signal,
    abort,
    get isPast() {
      return isPast;
    },
    end: () => {
      clearTimeout(timer);
      release();
    },
  };
}

/** One for all: a stack trace for every question would cost more than the question. */
const workIsOver = new DOMException('The work is over', 'AbortError');

/**
 * Runs `work` with a signal that fires with the first of `parents` and at the deadline, and does not wait for work that
 * is slow to notice. It fires at the end in any case: whatever `work` has left running ends with it.
 * @throws NetFailure `timeout` at the deadline, the reason of the parent that fired, or what `work` throws.
 */
export async function withDeadline<T>(
  deadline: Deadline,
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end, abort } = startDeadline(deadline, parents);
  try {
    signal.throwIfAborted();
    return await untilAborted(work(signal), signal);
  } finally {
    end();
    abort(workIsOver);
  }
}

/** The outcome of `work`, or the signal's reason as soon as it fires. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const detach = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(detach);
  });
}

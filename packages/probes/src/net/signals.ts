import { setMaxListeners } from 'node:events';
import { NetFailure } from './net.ts';

/** A signal that fires with the first of its parents. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Lets go of the parents; the signal itself stays as it is. */
  release(): void;
}

/**
 * Derives a signal. `AbortSignal.any` would leave a reference on a parent as long-lived as the door itself for every
 * question asked (nodejs/node#54614).
 */
export function linkSignals(parents: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  for (const signal of [controller.signal, ...parents]) allowManyListeners(signal);
  const detach = parents.map((parent) => onAbort(parent, () => controller.abort(parent.reason)));
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      for (const one of detach) one();
    },
  };
}

const unlimited = new WeakSet<AbortSignal>();

/** One lookup waits for forty questions at once; Node takes more than ten listeners for a leak. */
function allowManyListeners(signal: AbortSignal): void {
  if (unlimited.has(signal)) return;
  unlimited.add(signal);
  setMaxListeners(0, signal);
}

/** Calls `listener` once when the signal fires, at once when it has fired already. Returns how to stop listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

export interface Deadline {
  readonly timeoutMs: number;
  /** For the log: what took too long. */
  readonly what: string;
}

/** One for all: a stack trace for every question would cost more than the question. */
const workIsOver = new DOMException('The work is over', 'AbortError');

/**
 * Runs `work` with a signal that fires with the first of `parents` and at the deadline, and does not wait for work that
 * is slow to notice. It fires at the end in any case: whatever `work` has left running ends with it.
 * @throws NetFailure `timeout` at the deadline, the reason of the parent that fired, or what `work` throws.
 */
export async function withDeadline<T>(
  { timeoutMs, what }: Deadline,
  parents: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, abort, release } = linkSignals(parents);
  const timer = setTimeout(() => abort(new NetFailure('timeout', `${what}: no end after ${timeoutMs} ms`)), timeoutMs);
  try {
    signal.throwIfAborted();
    return await untilAborted(work(signal), signal);
  } finally {
    clearTimeout(timer);
    release();
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

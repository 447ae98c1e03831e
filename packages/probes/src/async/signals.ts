import { setMaxListeners } from 'node:events';
import { inheritTap } from '../net/recording/wire-tap.ts';

/** A signal that fires with the first of its parents. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Removes the listeners from the parents; the signal itself stays as it is. */
  release(): void;
}

/**
 * Derives a signal. Never `AbortSignal.any`: with a parent as long-lived as the network layer it would leak a reference
 * for every question (nodejs/node#54614), and it holds its parents weakly, so that a timeout without any other
 * reference is collected before it fires (see `deadline.ts`).
 */
export function linkSignals(parents: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  for (const signal of [controller.signal, ...parents]) allowManyListeners(signal);
  inheritTap(controller.signal, parents);
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

/** One lookup waits for forty questions at once; Node warns of a leak at more than ten listeners. */
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

import { setMaxListeners } from 'node:events';

/** A signal that fires with the first of its parents. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Removes the listeners from the parents; the signal itself does not change any more. */
  release(): void;
}

/** Something that belongs to a signal, and to every signal derived from it. */
export interface SignalContext<Value> {
  /** Undefined if neither the signal nor one that it derives from has a value. */
  of(signal: AbortSignal): Value | undefined;
  attach(signal: AbortSignal, value: Value): void;
}

const contexts: { inherit(derived: AbortSignal, parents: readonly AbortSignal[]): void }[] = [];

/** Call once for each kind of value: every derived signal looks at all contexts. The value of the first parent counts. */
export function createSignalContext<Value extends object>(): SignalContext<Value> {
  const values = new WeakMap<AbortSignal, Value>();
  contexts.push({
    inherit(derived, parents) {
      const parent = parents.find((one) => values.has(one));
      const value = parent && values.get(parent);
      if (value !== undefined) values.set(derived, value);
    },
  });
  return { of: (signal) => values.get(signal), attach: (signal, value) => values.set(signal, value) };
}

/**
 * Derives a signal. Never `AbortSignal.any`: with a parent as long-lived as the network layer it would leak a reference
 * for every question (nodejs/node#54614), and it holds its parents weakly, so that a timeout without any other
 * reference is collected before it fires (see `deadline.ts`).
 */
export function linkSignals(parents: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  for (const signal of [controller.signal, ...parents]) allowManyListeners(signal);
  for (const { inherit } of contexts) inherit(controller.signal, parents);
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

/** One lookup waits for forty questions at once, and Node warns of a leak at more than ten listeners. */
function allowManyListeners(signal: AbortSignal): void {
  if (unlimited.has(signal)) return;
  unlimited.add(signal);
  setMaxListeners(0, signal);
}

/** Those who wait for a signal. The system knows one listener for all of them: hundreds of questions wait for one signal. */
interface Waiting {
  readonly calls: Set<() => void>;
  readonly fire: () => void;
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/** Calls `listener` once when the signal fires, at once when it has fired already. Returns how to stop listening. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  const waiting = waitingFor.get(signal) ?? startWaiting(signal);
  // The same function may wait twice.
  const call = () => listener();
  waiting.calls.add(call);
  return () => {
    if (!waiting.calls.delete(call) || waiting.calls.size > 0 || waitingFor.get(signal) !== waiting) return;
    waitingFor.delete(signal);
    signal.removeEventListener('abort', waiting.fire);
  };
}

function startWaiting(signal: AbortSignal): Waiting {
  const calls = new Set<() => void>();
  const fire = () => {
    waitingFor.delete(signal);
    for (const call of calls) callApart(call);
    calls.clear();
  };
  const waiting = { calls, fire };
  waitingFor.set(signal, waiting);
  signal.addEventListener('abort', fire, { once: true });
  return waiting;
}

/** As the system does it: one that throws does not keep the others from being called, and is not silent. */
function callApart(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

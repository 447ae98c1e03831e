import type { PartialReason } from '@sonde/contract';

/** What one check may cost the server, and us. */
export interface BudgetLimits {
  readonly connections: number;
  readonly bytes: number;
  readonly timeMs: number;
  /** Connections open at the same time: more gains little, and servers that count take it for an attack. */
  readonly atOnce: number;
}

export const budgetLimits: BudgetLimits = { connections: 250, bytes: 8_000_000, timeMs: 20_000, atOnce: 8 };

/** The check is over before everything was asked; what was found so far stands. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  readonly reason: PartialReason;

  constructor(reason: PartialReason) {
    super(`the check ended early: ${reason}`);
    this.reason = reason;
  }
}

/** Counts what a check costs, and ends it when that is too much. */
export interface Budget {
  /** Fires with the caller's signal, and with a `CheckStopped` when something is used up. */
  readonly signal: AbortSignal;
  readonly connections: number;
  /** Why the check ended early; null as long as it has not. */
  readonly stopped: PartialReason | null;
  /** Waits for a place and counts a connection; give the place back with what it returns. @throws the signal's reason */
  enter(): Promise<() => void>;
  /** Counts a connection that takes no place: to another address than the others. @throws the signal's reason */
  countConnection(): void;
  /** The same as `enter`, but null instead of waiting, and null when the places are all used or the check is over. */
  tryEnter(): (() => void) | null;
  countBytes(bytes: number): void;
  /** Halves how many connections are open at the same time. */
  slowDown(): void;
  /** Ends the check. @throws CheckStopped */
  stop(reason: PartialReason): never;
  /** Lets go of timer and signal, and ends what is still going on. */
  close(): void;
}

export function createBudget(limits: BudgetLimits, parent: AbortSignal): Budget {
  const controller = new AbortController();
  const { signal } = controller;
  const used = { connections: 0, bytes: 0, open: 0 };
  const waiting: (() => void)[] = [];
  let atOnce = limits.atOnce;
  let stopped: PartialReason | null = null;
  const end = (reason: PartialReason) => {
    if (signal.aborted) return;
    stopped = reason;
    controller.abort(new CheckStopped(reason));
  };
  const onParent = () => controller.abort(parent.reason);
  const timer = setTimeout(() => end('time_limit'), limits.timeMs);
  if (parent.aborted) onParent();
  parent.addEventListener('abort', onParent, { once: true });
  const wakeAll = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  signal.addEventListener('abort', wakeAll, { once: true });
  const take = () => {
    used.connections += 1;
    used.open += 1;
    return () => {
      used.open -= 1;
      waiting.shift()?.();
    };
  };

  return {
    signal,
    get connections() {
      return used.connections;
    },
    get stopped() {
      return stopped;
    },
    async enter() {
      while (used.open >= atOnce && !signal.aborted) await new Promise<void>((wake) => waiting.push(wake));
      signal.throwIfAborted();
      if (used.connections >= limits.connections) end('connection_limit');
      signal.throwIfAborted();
      return take();
    },
    countConnection() {
      if (used.connections >= limits.connections) end('connection_limit');
      signal.throwIfAborted();
      used.connections += 1;
    },
    tryEnter() {
      const isFull = used.open >= atOnce || used.connections >= limits.connections;
      return isFull || signal.aborted ? null : take();
    },
    countBytes(bytes) {
      used.bytes += bytes;
      if (used.bytes > limits.bytes) end('byte_limit');
    },
    slowDown() {
      atOnce = Math.max(1, Math.floor(atOnce / 2));
    },
    stop(reason) {
      end(reason);
      throw signal.reason;
    },
    close() {
      clearTimeout(timer);
      parent.removeEventListener('abort', onParent);
      controller.abort(new Error('the check is over'));
    },
  };
}

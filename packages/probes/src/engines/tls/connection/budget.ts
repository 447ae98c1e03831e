import type { PartialReason } from '@sonde/contract';
import { createSemaphore } from '../../../async/semaphore.ts';
import { linkSignals } from '../../../async/signals.ts';

/** What one check may use. */
export interface BudgetLimits {
  readonly connections: number;
  readonly bytes: number;
  readonly timeMs: number;
  /** Connections open at the same time. More gain little, and servers with rate limits would take them for an attack. */
  readonly atOnce: number;
}

export const budgetLimits: BudgetLimits = { connections: 250, bytes: 8_000_000, timeMs: 20_000, atOnce: 8 };

/** The check ended before everything was measured; what was found so far remains valid. */
export class CheckStopped extends Error {
  override readonly name = 'CheckStopped';
  readonly reason: PartialReason;

  constructor(reason: PartialReason) {
    super(`the check ended early: ${reason}`);
    this.reason = reason;
  }
}

/** Counts what a check uses, and ends the check when a limit is reached. */
export interface Budget {
  /** Fires with the caller's signal, and with a `CheckStopped` when a limit is reached. */
  readonly signal: AbortSignal;
  readonly connections: number;
  /** Why the check ended early; null if it has not. */
  readonly stopped: PartialReason | null;
  /**
   * Waits for a slot and counts a connection; the returned function frees the slot. `isUrgent`: the end of the check depends
   * on it.
   * @throws the signal's reason
   */
  enter(isUrgent?: boolean): Promise<() => void>;
  /** Counts a connection that needs no slot, since it goes to another address. @throws the signal's reason */
  countConnection(): void;
  /** Like `enter`, but returns null instead of waiting, and if the check is over. */
  tryEnter(): (() => void) | null;
  countBytes(bytes: number): void;
  /** Halves the number of connections that may be open at the same time. */
  slowDown(): void;
  /** Ends the check. @throws CheckStopped */
  stop(reason: PartialReason): never;
  /** Clears timer and listeners, and aborts whatever is still running. */
  close(): void;
}

export function createBudget(limits: BudgetLimits, parent: AbortSignal): Budget {
  const { signal, abort, release: leaveParent } = linkSignals([parent]);
  const used = { connections: 0, bytes: 0 };
  const slots = createSemaphore(limits.atOnce);
  let atOnce = limits.atOnce;
  let stopped: PartialReason | null = null;
  const end = (reason: PartialReason) => {
    if (signal.aborted) return;
    stopped = reason;
    abort(new CheckStopped(reason));
  };
  const timer = setTimeout(() => end('time_limit'), limits.timeMs);

  return {
    signal,
    get connections() {
      return used.connections;
    },
    get stopped() {
      return stopped;
    },
    async enter(isUrgent = false) {
      const release = await slots.acquire(signal, isUrgent);
      if (used.connections >= limits.connections) end('connection_limit');
      signal.throwIfAborted();
      used.connections += 1;
      return release;
    },
    countConnection() {
      if (used.connections >= limits.connections) end('connection_limit');
      signal.throwIfAborted();
      used.connections += 1;
    },
    tryEnter() {
      if (signal.aborted || used.connections >= limits.connections) return null;
      const release = slots.tryAcquire();
      if (release !== null) used.connections += 1;
      return release;
    },
    countBytes(bytes) {
      used.bytes += bytes;
      if (used.bytes > limits.bytes) end('byte_limit');
    },
    slowDown() {
      atOnce = Math.max(1, Math.floor(atOnce / 2));
      slots.resize(atOnce);
    },
    stop(reason) {
      end(reason);
      throw signal.reason;
    },
    close() {
      clearTimeout(timer);
      leaveParent();
      abort(new Error('the check is over'));
    },
  };
}

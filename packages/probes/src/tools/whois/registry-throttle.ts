import { ToolError } from '@sonde/contract';
import type { AllowanceStore } from '../../limits/allowance.ts';

/** How many lookups the waiting client already runs; the client with the fewest is served first. */
export type ShareOf = () => number;

/** Limits how often one server is queried, over all clients, to stay below the rate limits of registries. */
export interface RegistryThrottle {
  /**
   * Waits until the server may be queried again, then runs the work. Only the starts are spaced, so that a server which never
   * answers delays no other query; the number of lookups limits how many run at once.
   * @throws ToolError `busy` when too many wait for this server, or the wait was too long; the signal's reason
   */
  ask<T>(server: string, signal: AbortSignal, work: () => Promise<T>, asker?: RegistryCaller): Promise<T>;
}

/** For whom a server is queried. */
export interface RegistryCaller {
  readonly share?: ShareOf | undefined;
  /** What all instances together may ask; null or absent if there is only this one. */
  readonly turns?: AllowanceStore | null;
}

export interface RegistryThrottleOptions {
  /** Milliseconds between two queries to one server. */
  readonly intervalMs: number;
  /** The longest wait in milliseconds; it also limits how many may wait. */
  readonly maxWaitMs: number;
  readonly now?: () => number;
}

interface Waiter {
  readonly share: ShareOf;
  go(): void;
  refuse(): void;
}

/** The waiters for one server, in order of arrival, and when it may be queried next. */
interface Queue {
  readonly waiting: Set<Waiter>;
  /** Infinite while the other instances are asked for a turn. */
  nextAtMs: number;
  readonly takeTurn: TakeTurn;
  timer: NodeJS.Timeout | undefined;
}

/** Milliseconds until the server may be queried by this instance; 0 if it may be now, which is then counted. */
type TakeTurn = (() => Promise<number>) | null;

const nothing: ShareOf = () => 0;
/** Instances that wait for the same turn should not all ask for it at once. */
const MOST_JITTER_MS = 50;

export function createRegistryThrottle({
  intervalMs,
  maxWaitMs,
  now = performance.now.bind(performance),
}: RegistryThrottleOptions): RegistryThrottle {
  /** Only servers that may not be queried at this moment. */
  const queues = new Map<string, Queue>();
  const mostWaiting = Math.floor(maxWaitMs / intervalMs);

  function forgetIdle(): void {
    const atMs = now();
    for (const [server, { waiting, nextAtMs }] of queues) {
      if (waiting.size === 0 && nextAtMs <= atMs) queues.delete(server);
    }
  }

  /** Admits the waiters that are due, and sets the timer for the next one. */
  function giveTurns(queue: Queue): void {
    clearTimeout(queue.timer);
    while (queue.waiting.size > 0 && queue.nextAtMs <= now()) {
      if (queue.takeTurn !== null) {
        askOthers(queue, queue.takeTurn);
        return;
      }
      queue.nextAtMs = now() + intervalMs;
      lightest([...queue.waiting])?.go();
    }
    if (queue.waiting.size > 0 && queue.nextAtMs < Number.POSITIVE_INFINITY)
      queue.timer = setTimeout(() => giveTurns(queue), queue.nextAtMs - now());
  }

  /** Admits the next waiter as soon as no other instance has queried the server within the interval. */
  function askOthers(queue: Queue, takeTurn: () => Promise<number>): void {
    queue.nextAtMs = Number.POSITIVE_INFINITY;
    // A count that fails must not keep visitors from an answer.
    void takeTurn()
      .catch(() => 0)
      .then((waitMs) => {
        queue.nextAtMs = now() + (waitMs === 0 ? intervalMs : waitMs + Math.random() * MOST_JITTER_MS);
        if (waitMs === 0) lightest([...queue.waiting])?.go();
        giveTurns(queue);
      });
  }

  /** In a full queue, refuses the waiter whose client runs the most lookups, which may be the new one. */
  function makeRoom({ waiting }: Queue, share: ShareOf): void {
    if (waiting.size < mostWaiting) return;
    const last = heaviest([...waiting]);
    if (last === undefined || last.share() <= share()) throw tooMany(maxWaitMs);
    last.refuse();
  }

  async function waitInQueue(
    server: string,
    signal: AbortSignal,
    { share = nothing, turns }: RegistryCaller,
  ): Promise<void> {
    forgetIdle();
    const takeTurn = turns ? turnAt(turns, server) : null;
    const queue = queues.get(server) ?? { waiting: new Set(), nextAtMs: now(), takeTurn, timer: undefined };
    queues.set(server, queue);
    if (queue.takeTurn === null && queue.waiting.size === 0 && queue.nextAtMs <= now()) {
      queue.nextAtMs = now() + intervalMs;
      return;
    }
    makeRoom(queue, share);
    await untilTurn(queue, share, {
      signal,
      // Waiters of lighter clients may overtake this one again and again, so a timer limits its wait.
      patienceMs: maxWaitMs + intervalMs,
      busy: () => tooMany(maxWaitMs),
      begin: () => giveTurns(queue),
    });
  }

  return {
    ask: async (server, signal, work, asker = {}) => {
      signal.throwIfAborted();
      await waitInQueue(server, signal, asker);
      signal.throwIfAborted();
      return work();
    },
  };
}

interface Wait {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
  busy(): ToolError;
  begin(): void;
}

/** Joins the queue, and waits until it is admitted or refused. */
function untilTurn(queue: Queue, share: ShareOf, { signal, patienceMs, busy, begin }: Wait): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const leave = () => {
      queue.waiting.delete(waiter);
      clearTimeout(patience);
      signal.removeEventListener('abort', giveUp);
      if (queue.waiting.size === 0) clearTimeout(queue.timer);
    };
    const giveUp = () => {
      leave();
      reject(signal.reason);
    };
    const waiter: Waiter = {
      share,
      go() {
        leave();
        resolve();
      },
      refuse() {
        leave();
        reject(busy());
      },
    };
    const patience = setTimeout(waiter.refuse, patienceMs);
    signal.addEventListener('abort', giveUp, { once: true });
    queue.waiting.add(waiter);
    begin();
  });
}

/** A turn at the server that all instances count. */
function turnAt(turns: AllowanceStore, server: string): () => Promise<number> {
  return async () => {
    const { isAllowed, retryInMs } = await turns.take(`registry ${server}`, 1);
    return isAllowed ? 0 : Math.max(1, retryInMs);
  };
}

/** Among equals, the first to arrive. */
function lightest(waiters: readonly Waiter[]): Waiter | undefined {
  return waiters.reduce<Waiter | undefined>(
    (best, one) => (best === undefined || one.share() < best.share() ? one : best),
    undefined,
  );
}

/** Among equals, the last to arrive. */
function heaviest(waiters: readonly Waiter[]): Waiter | undefined {
  return waiters.reduce<Waiter | undefined>(
    (best, one) => (best === undefined || one.share() >= best.share() ? one : best),
    undefined,
  );
}

function tooMany(maxWaitMs: number): ToolError {
  const details = { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) };
  return new ToolError('busy', 'Too many lookups for this registry right now. Please try again.', details);
}

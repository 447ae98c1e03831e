import { ToolError } from '@sonde/contract';

/** How many lookups the waiting client already runs; the client with the fewest is served first. */
export type ShareOf = () => number;

/** Limits how often one server is queried, over all clients, to stay below the rate limits of registries. */
export interface RegistryThrottle {
  /**
   * Waits until the server may be queried again, then runs the work. Only the starts are spaced, so that a server which never
   * answers delays no other query; the number of lookups limits how many run at once.
   * @throws ToolError `busy` when too many wait for this server, or the wait was too long; the signal's reason
   */
  ask<T>(server: string, signal: AbortSignal, work: () => Promise<T>, share?: ShareOf): Promise<T>;
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
  nextAtMs: number;
  timer: NodeJS.Timeout | undefined;
}

const nothing: ShareOf = () => 0;

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
      queue.nextAtMs = now() + intervalMs;
      lightest([...queue.waiting])?.go();
    }
    if (queue.waiting.size > 0) queue.timer = setTimeout(() => giveTurns(queue), queue.nextAtMs - now());
  }

  /** In a full queue, refuses the waiter whose client runs the most lookups, which may be the new one. */
  function makeRoom({ waiting }: Queue, share: ShareOf): void {
    if (waiting.size < mostWaiting) return;
    const last = heaviest([...waiting]);
    if (last === undefined || last.share() <= share()) throw tooMany(maxWaitMs);
    last.refuse();
  }

  async function takeTurn(server: string, signal: AbortSignal, share: ShareOf): Promise<void> {
    forgetIdle();
    const queue = queues.get(server) ?? { waiting: new Set(), nextAtMs: now(), timer: undefined };
    queues.set(server, queue);
    if (queue.waiting.size === 0 && queue.nextAtMs <= now()) {
      queue.nextAtMs = now() + intervalMs;
      return;
    }
    makeRoom(queue, share);
    await new Promise<void>((resolve, reject) => {
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
          reject(tooMany(maxWaitMs));
        },
      };
      // Waiters of lighter clients may overtake this one again and again, so a timer limits its wait.
      const patience = setTimeout(waiter.refuse, maxWaitMs + intervalMs);
      signal.addEventListener('abort', giveUp, { once: true });
      queue.waiting.add(waiter);
      giveTurns(queue);
    });
  }

  return {
    ask: async (server, signal, work, share = nothing) => {
      signal.throwIfAborted();
      await takeTurn(server, signal, share);
      signal.throwIfAborted();
      return work();
    },
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

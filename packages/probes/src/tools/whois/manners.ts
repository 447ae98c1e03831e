import { ToolError } from '@sonde/contract';

/** Tells how much runs already for whoever waits; of those who wait, whoever has least comes first. */
export type ShareOf = () => number;

/** Keeps us from asking a server more than it likes: so many questions a second, whoever asks. */
export interface Manners {
  /**
   * Waits for a turn at a server and runs the work. A server that never answers keeps nobody waiting: how many
   * questions are under way at once is limited by the lookups that are.
   * @throws ToolError `busy` when too many wait for this server, or the wait was too long; the signal's reason.
   */
  ask<T>(server: string, signal: AbortSignal, work: () => Promise<T>, share?: ShareOf): Promise<T>;
}

export interface MannersOptions {
  /** Between two questions to one server. */
  readonly intervalMs: number;
  /** Nobody waits longer for a turn. */
  readonly maxWaitMs: number;
  readonly now?: () => number;
}

interface Waiter {
  readonly share: ShareOf;
  go(): void;
  refuse(): void;
}

/** Those who wait for a server, in the order in which they came, and when it may be asked next. */
interface Queue {
  readonly waiting: Set<Waiter>;
  nextAtMs: number;
  timer: NodeJS.Timeout | undefined;
}

const nothing: ShareOf = () => 0;

export function createManners({
  intervalMs,
  maxWaitMs,
  now = performance.now.bind(performance),
}: MannersOptions): Manners {
  /** Only servers that may not be asked at this moment. */
  const queues = new Map<string, Queue>();
  const mostWaiting = Math.floor(maxWaitMs / intervalMs);

  function forgetIdle(): void {
    const atMs = now();
    for (const [server, { waiting, nextAtMs }] of queues) {
      if (waiting.size === 0 && nextAtMs <= atMs) queues.delete(server);
    }
  }

  /** Gives the turns that are due, and comes back for the next one. */
  function giveTurns(queue: Queue): void {
    clearTimeout(queue.timer);
    while (queue.waiting.size > 0 && queue.nextAtMs <= now()) {
      queue.nextAtMs = now() + intervalMs;
      lightest([...queue.waiting])?.go();
    }
    if (queue.waiting.size > 0) queue.timer = setTimeout(() => giveTurns(queue), queue.nextAtMs - now());
  }

  /** Where too many wait, whoever has most gives way, unless that is the newcomer. */
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
      // Others who have less may come in between again and again; who has come in time for a turn has it at the end.
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

/** Of equals the one who came first. */
function lightest(waiters: readonly Waiter[]): Waiter | undefined {
  return waiters.reduce<Waiter | undefined>(
    (best, one) => (best === undefined || one.share() < best.share() ? one : best),
    undefined,
  );
}

/** Of equals the one who came last. */
function heaviest(waiters: readonly Waiter[]): Waiter | undefined {
  return waiters.reduce<Waiter | undefined>(
    (best, one) => (best === undefined || one.share() >= best.share() ? one : best),
    undefined,
  );
}

function tooMany(maxWaitMs: number): ToolError {
  const details = { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) };
  return new ToolError('busy', 'Many people are asking this registry right now. Please try again.', details);
}

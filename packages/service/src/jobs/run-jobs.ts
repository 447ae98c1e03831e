import { setTimeout as sleep } from 'node:timers/promises';
import { startDeadline } from '@sonde/probes';
import type { JobStore, Queue, QueuedJob } from './jobs.ts';
import { createTaking, partyOf } from './take-shared.ts';

/**
 * Must look at its signal after every wait: it fires when it has run for too long, when another worker has been given the
 * job, and when the process stops. A handler that calls `leave` lets another job start while it ends what it has begun;
 * no more than twice as many as a queue allows are at work then.
 */
export type JobHandler = (job: QueuedJob, signal: AbortSignal, leave: () => void) => Promise<void>;

export interface JobRunOptions {
  readonly store: JobStore;
  readonly queues: readonly Queue[];
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Called with what a handler or the store has thrown. */
  readonly onError: (error: unknown, queue: string) => void;
  /** How often the store is asked for jobs, and whether workers have ended; default: each second, each ten seconds. */
  readonly pollMs?: number;
  readonly tidyMs?: number;
}

export interface JobRun {
  /** Begins to take jobs. */
  begin(): void;
  /** Looks for jobs now. */
  wake(): void;
  /** Takes no more jobs, and waits for those that run; they are told to stop. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const TIDY_MS = 10_000;
/** How often in its lease a worker says that it is alive. */
const BEATS = 3;
/** How long a stop waits for the jobs that run. */
const STOP_MS = 5_000;

interface Loop {
  /** Has the next turn begin at once, or after the one that is under way. */
  wake(): void;
  /** Settles after the last turn. */
  readonly ended: Promise<void>;
}

/** Takes a turn at least this often, until the signal fires. */
function startLoop(turn: () => Promise<void>, pollMs: number, signal: AbortSignal): Loop {
  let wake = () => {};
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await turn();
      if (signal.aborted) return;
      await Promise.race([woken, sleep(pollMs, undefined, { ref: false, signal }).catch(() => {})]);
    }
  }
  const ended = run();
  return { wake: () => wake(), ended };
}

interface HeartbeatParts extends Pick<JobRunOptions, 'store' | 'onError'> {
  /** Called when the job is no longer that of this worker. */
  lose(): void;
}

function startHeartbeat({ store, onError, lose }: HeartbeatParts, queue: Queue, job: QueuedJob): NodeJS.Timeout {
  const keep = () =>
    store.keep(queue, job).then(
      (isMine) => (isMine ? undefined : lose()),
      (error: unknown) => onError(error, queue.name),
    );
  return setInterval(keep, (queue.leaseSeconds * 1000) / BEATS).unref();
}

/** Lets another worker have the job at once. If that fails, it has to wait until the lease ends. */
async function giveBack({ store, onError }: Pick<JobRunOptions, 'store' | 'onError'>, queue: Queue, job: QueuedJob) {
  const { key, data } = job;
  try {
    await store.send(queue.name, { key, data });
    await store.done(queue, job);
  } catch (error) {
    onError(error, queue.name);
  }
}

/** Works on the jobs of the queues that have a handler. */
export function createJobRun(options: JobRunOptions): JobRun {
  const { store, queues, handlers, onError, pollMs = POLL_MS, tidyMs = TIDY_MS } = options;
  const stopping = new AbortController();
  /** By queue, with the party of each. */
  const running = new Map<string, Map<Promise<void>, string>>(queues.map(({ name }) => [name, new Map()]));
  const take = createTaking(store);
  /** Ids of those jobs that let another one start. */
  const leaving = new Map<string, Set<string>>(queues.map(({ name }) => [name, new Set()]));
  let loop: Loop | null = null;
  const wake = () => loop?.wake();
  let tidiedAtMs = Number.NEGATIVE_INFINITY;

  async function work(queue: Queue, handler: JobHandler, job: QueuedJob): Promise<void> {
    const most = { timeoutMs: queue.mostSeconds * 1000, what: `a job of ${queue.name}` };
    const deadline = startDeadline(most, [stopping.signal]);
    let isLost = false;
    const lose = () => {
      isLost = true;
      deadline.abort(new Error('another worker has the job'));
    };
    const leave = () => {
      leaving.get(queue.name)?.add(job.id);
      wake();
    };
    const heartbeat = startHeartbeat({ store, onError, lose }, queue, job);
    try {
      await handler(job, deadline.signal, leave);
      await store.done(queue, job);
    } catch (error) {
      if (isLost) return;
      // A job that stops with its process is not to blame.
      if (stopping.signal.aborted) return await giveBack(options, queue, job);
      onError(error, queue.name);
      await store.failed(queue, job, String((error as Error | null)?.message ?? error)).catch(() => undefined);
    } finally {
      clearInterval(heartbeat);
      deadline.end();
      leaving.get(queue.name)?.delete(job.id);
    }
  }

  async function takeFrom(queue: Queue): Promise<void> {
    const handler = handlers[queue.name];
    const mine = running.get(queue.name);
    if (handler === undefined || mine === undefined) return;
    const left = leaving.get(queue.name)?.size ?? 0;
    const free = Math.min(queue.atOnce - (mine.size - left), 2 * queue.atOnce - mine.size);
    if (free <= 0) return;
    const jobs = await take(queue, free, [...mine.values()]);
    for (const job of jobs) {
      const ended = work(queue, handler, job).finally(() => {
        mine.delete(ended);
        wake();
      });
      mine.set(ended, partyOf(job));
    }
  }

  async function turn(): Promise<void> {
    if (performance.now() - tidiedAtMs >= tidyMs) {
      tidiedAtMs = performance.now();
      await store.tidy(queues).catch((error: unknown) => onError(error, 'tidy'));
    }
    for (const queue of queues) {
      if (stopping.signal.aborted) return;
      await takeFrom(queue).catch((error: unknown) => onError(error, queue.name));
    }
  }

  return {
    begin() {
      loop = startLoop(turn, pollMs, stopping.signal);
    },
    wake,
    async stop() {
      stopping.abort(new Error('stopping'));
      wake();
      await loop?.ended;
      const all = Promise.all([...running.values()].flatMap((ended) => [...ended.keys()]));
      await Promise.race([all, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

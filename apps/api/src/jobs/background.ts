import type { DueJob, JobStore, Queue, QueueCount } from '@sonde/service/jobs/jobs';
import { createJobRun, type JobHandler, type JobRun } from '@sonde/service/jobs/run-jobs';
import type { FastifyBaseLogger } from 'fastify';
import { LISTS_AT_ONCE } from '../lists/list-turns.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { openJobs, sqlIn } from './store-jobs.ts';

/** The owners of watches and channels share the places. */
const shared = { leaseSeconds: 30, attempts: 5, backoffSeconds: 5, sharesPlaces: true };

/** The queues of this installation. */
const QUEUES: readonly Queue[] = [
  { ...shared, name: 'watch', atOnce: 16, mostSeconds: 180 },
  { ...shared, name: 'deliver', atOnce: 8, mostSeconds: 120 },
  // A turn ends long before the job is told to stop.
  {
    name: 'list',
    atOnce: LISTS_AT_ONCE,
    leaseSeconds: 20,
    mostSeconds: 1_800,
    attempts: 5,
    backoffSeconds: 5,
    isFair: true,
  },
  { name: 'sweep', atOnce: 1, leaseSeconds: 30, mostSeconds: 60, attempts: 2, backoffSeconds: 30 },
];

/** How often it looks for what was left over. */
const SWEEP_MS = 60_000;

/** A store that does not exist yet has no jobs. */
const nothing = { due: 0, oldestSeconds: 0, active: 0, waiting: 0, dead: 0 };

export interface SentJob {
  readonly key: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly runAt?: Date;
  /** The transaction that it belongs to. */
  readonly within?: Database;
}

/** The work of an installation in the background. */
export interface Background {
  /** Says how the jobs of a queue are worked on, before work begins. Other queues are left to other processes. */
  handle(queue: string, handler: JobHandler): void;
  /** Adds what is to happen once a minute in one of the processes that work: jobs that were lost are sent again there. */
  sweep(sweeper: Sweeper): void;
  /** @throws ToolError `store-failed` */
  send(queue: string, job: SentJob): Promise<void>;
  /** Has this process look for jobs at once, after a transaction that has sent some. */
  wake(): void;
  /** Some of the jobs that are due. @throws ToolError `store-failed` */
  due(queue: string): Promise<readonly DueJob[]>;
  /** Those of the keys that have no job. @throws ToolError `store-failed` */
  lacking(queue: string, keys: readonly string[]): Promise<readonly string[]>;
  /** Opens the jobs, which must not happen within a transaction. */
  ready(): Promise<void>;
  /** Begins to work, if the store holds data; otherwise with the first job. */
  begin(): Promise<void>;
  /** What waits and runs; empty while that is not known, because the jobs could not be opened. */
  counts(): Promise<readonly QueueCount[]>;
  stop(): Promise<void>;
}

type Sweeper = (signal: AbortSignal) => Promise<void>;

export interface BackgroundParts {
  readonly store: Store;
  readonly log: FastifyBaseLogger;
  /** Whether this process works on jobs, or only sends them. */
  readonly works: boolean;
}

/** Opens the jobs when they are first needed, since that creates the store. */
export function createBackground({ store, log, works }: BackgroundParts): Background {
  const handlers: Record<string, JobHandler> = { sweep: (_job, signal) => sweepAll(signal) };
  const sweepers: Sweeper[] = [];
  let opening: Promise<JobStore> | null = null;
  let run: JobRun | null = null;
  let isStopped = false;

  async function open(): Promise<JobStore> {
    const jobs = await openJobs(store, (err) => log.warn({ err }, 'the jobs met an error of the database'));
    await jobs.open(QUEUES);
    if (works && !isStopped) {
      const onError = (err: unknown, queue: string) =>
        log.warn({ err, queue }, 'a job has failed; it will be tried again');
      run = createJobRun({ store: jobs, queues: QUEUES, handlers, onError });
      run.begin();
      await jobs.send('sweep', { key: 'sweep' });
    }
    return jobs;
  }
  async function sweepAll(signal: AbortSignal): Promise<void> {
    const nowMs = await store.use(async () => store.now());
    // Whatever happens below, there is a next turn.
    await (await opened()).send('sweep', { key: 'sweep', runAt: new Date(nowMs + SWEEP_MS) });
    const done = await Promise.allSettled(sweepers.map((sweeper) => sweeper(signal)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }
  function opened(): Promise<JobStore> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }
  return {
    handle(queue, handler) {
      handlers[queue] = handler;
    },
    sweep: (sweeper) => void sweepers.push(sweeper),
    async send(queue, { within, ...job }) {
      const jobs = await opened();
      await jobs.send(queue, { ...job, ...(within !== undefined && { within: sqlIn(within) }) });
      if (within === undefined) run?.wake();
    },
    wake: () => run?.wake(),
    due: async (queue) => (await opened()).due(queue),
    lacking: async (queue, keys) => (await opened()).lacking(queue, keys),
    ready: async () => void (await opened()),
    async begin() {
      if (store.mayHoldData()) await opened();
    },
    async counts() {
      if (!store.mayHoldData()) return QUEUES.map(({ name }) => ({ queue: name, ...nothing }));
      return opening === null ? [] : (await opened()).counts(QUEUES);
    },
    async stop() {
      isStopped = true;
      await run?.stop();
      const jobs = await opening?.catch(() => null);
      await jobs?.close();
    },
  };
}

import type { JobStore, Queue, QueueCount } from '@sonde/service/jobs/jobs';
import { createJobRun, type JobHandler, type JobRun } from '@sonde/service/jobs/run-jobs';
import type { FastifyBaseLogger } from 'fastify';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { openJobs, sqlIn } from './store-jobs.ts';

/** The queues of this installation. */
const QUEUES: readonly Queue[] = [
  { name: 'watch', atOnce: 16, leaseSeconds: 30, mostSeconds: 180, attempts: 5, backoffSeconds: 5 },
  { name: 'deliver', atOnce: 8, leaseSeconds: 30, mostSeconds: 120, attempts: 5, backoffSeconds: 5 },
  { name: 'sweep', atOnce: 1, leaseSeconds: 30, mostSeconds: 60, attempts: 2, backoffSeconds: 30 },
];

/** A store that does not exist yet has no jobs. */
const nothing = { due: 0, oldestSeconds: 0, active: 0, waiting: 0, dead: 0 };

export interface SentJob {
  readonly key: string;
  readonly runAt?: Date;
  /** The transaction that it belongs to. */
  readonly within?: Database;
}

/** The work of an installation in the background. */
export interface Background {
  /** @throws ToolError `store-failed` */
  send(queue: string, job: SentJob): Promise<void>;
  /** Opens the jobs, which must not happen within a transaction. */
  ready(): Promise<void>;
  /** Begins to work, if the store holds data; otherwise with the first job. */
  begin(): Promise<void>;
  /** What waits and runs; empty while that is not known, because the jobs could not be opened. */
  counts(): Promise<readonly QueueCount[]>;
  stop(): Promise<void>;
}

export interface BackgroundParts {
  readonly store: Store;
  readonly log: FastifyBaseLogger;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Whether this process works on jobs, or only sends them. */
  readonly works: boolean;
}

/** Opens the jobs when they are first needed, since that creates the store. */
export function createBackground({ store, log, handlers, works }: BackgroundParts): Background {
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
  function opened(): Promise<JobStore> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }
  return {
    async send(queue, { key, runAt, within }) {
      const jobs = await opened();
      const when = runAt === undefined ? {} : { runAt };
      await jobs.send(queue, { key, ...when, ...(within !== undefined && { within: sqlIn(within) }) });
      if (within === undefined) run?.wake();
    },
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

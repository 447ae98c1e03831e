// jobs/: work in the background that survives the end of a process, on PostgreSQL by pg-boss, otherwise in a table.

/** Runs one statement in the database of the jobs; the parameters are `$1, $2 …` in PostgreSQL and `?` in SQLite. */
export type Sql = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** How the jobs of a queue are worked on. */
export interface Queue {
  readonly name: string;
  /** How many of them run at once in this process. */
  readonly atOnce: number;
  /** A job whose worker has not been heard of for this long is given to another one. */
  readonly leaseSeconds: number;
  /** A job that has run for this long is told to stop. */
  readonly mostSeconds: number;
  /** How often a job is tried. The last failure makes it a dead letter. */
  readonly attempts: number;
  /** The pause before the second attempt; it doubles with each further one. */
  readonly backoffSeconds: number;
  /**
   * Whether parties take turns: the next job is one of the party of which fewest run, over all processes, and of these
   * the one that was served least. The data of its jobs are a `JobTurn`. Otherwise, the job that is due for longest is next.
   */
  readonly isFair?: boolean;
  /**
   * Whether the parties share the places of a process, as `party` in the data of their jobs says: cheaper than `isFair` for a
   * queue with thousands of jobs.
   */
  readonly sharesPlaces?: boolean;
}

/** Whose turn a job of a fair queue is. */
export interface JobTurn {
  readonly party: string;
  /** For how many seconds it has been worked on before. */
  readonly served: number;
}

export interface QueuedJob {
  readonly id: string;
  /** What the job is about. Of one key, never two jobs of a queue run at once. */
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The first is 1. */
  readonly attempt: number;
}

export interface Sending {
  readonly key: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Default: now. */
  readonly runAt?: Date;
  /** The transaction that the job belongs to: it is sent if the transaction is committed. */
  readonly within?: Sql;
}

export type DueJob = Pick<QueuedJob, 'key' | 'data'>;

export interface QueueCount {
  readonly queue: string;
  /** Jobs whose time has come. */
  readonly due: number;
  /** How long the oldest of them has been due, in seconds. */
  readonly oldestSeconds: number;
  /** Jobs that run now. */
  readonly active: number;
  /** Jobs that wait for their time. */
  readonly waiting: number;
  /** Dead letters of the last 14 days. */
  readonly dead: number;
}

/** Where jobs are kept. Every function rejects with the error of the database. */
export interface JobStore {
  /** Prepares the queues; of several processes at once, each may call it. */
  open(queues: readonly Queue[]): Promise<void>;
  /** Of a key, at most one job waits: sending another one only moves it to the earlier of both times. */
  send(queue: string, sending: Sending): Promise<void>;
  /** Takes up to this number of jobs that are due; none of a key that is being worked on, and none of the parties left out (not of a fair queue). */
  take(queue: Queue, count: number, without?: readonly string[]): Promise<readonly QueuedJob[]>;
  /** Says that its worker is alive, so that its lease begins anew. False if the job is no longer that worker's. */
  keep(queue: Queue, job: QueuedJob): Promise<boolean>;
  done(queue: Queue, job: QueuedJob): Promise<void>;
  /** The job is tried again later, or is a dead letter. */
  failed(queue: Queue, job: QueuedJob, message: string): Promise<void>;
  /** Gives back the jobs of workers that have ended, and removes old dead letters. */
  tidy(queues: readonly Queue[]): Promise<void>;
  /** Some of the jobs that are due, in no order; none of a key that is being worked on. */
  due(queue: string): Promise<readonly DueJob[]>;
  /** Those of the keys of which no job waits or runs. */
  lacking(queue: string, keys: readonly string[]): Promise<readonly string[]>;
  counts(queues: readonly Queue[]): Promise<readonly QueueCount[]>;
  close(): Promise<void>;
}

/** How long dead letters are kept, in days. */
export const DEAD_LETTER_DAYS = 14;

/** How many jobs `due` returns at most. */
export const MAX_DUE = 100;

/** The pause after this attempt, in seconds. */
export const backoffAfter = ({ backoffSeconds }: Queue, attempt: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, backoffSeconds * 2 ** Math.min(attempt - 1, MAX_DOUBLINGS));

const MAX_BACKOFF_SECONDS = 86_400;
const MAX_DOUBLINGS = 16;

import { setTimeout as sleep } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import {
  DEAD_LETTER_DAYS,
  type DueJob,
  type JobStore,
  MAX_DUE,
  type Queue,
  type QueueCount,
  type QueuedJob,
  type Sql,
} from './jobs.ts';

/** Where pg-boss has its tables. */
const SCHEMA = 'sonde_jobs';
/** How often a send looks again after the waiting job was taken at that moment. */
const MAX_SENDS = 5;
const MAX_OPENINGS = 4;
const OPENING_PAUSE_MS = 300;
/** A job of a key that is being worked on is looked at again after this time. */
const BUSY_KEY_MS = 1_000;

const deadLettersOf = (queue: string) => `${queue}.dead`;

interface Fetched {
  readonly id: string;
  readonly data: { readonly key: string; readonly data: QueuedJob['data'] };
  readonly retryCount: number;
}

/** Jobs in PostgreSQL, by pg-boss: any number of processes work on them. Leases are by the clock of the database. */
export function createPgBossJobs(sql: Sql, onError: (error: unknown) => void): JobStore {
  let opening: Promise<PgBoss> | null = null;

  const opened = async (): Promise<PgBoss> => {
    if (opening === null) throw new Error('the jobs are not open yet');
    return opening;
  };

  /** Returns how many were fetched; those whose key is free are added to `mine`. */
  async function takeNext(queue: Queue, count: number, mine: QueuedJob[]): Promise<number> {
    const boss = await opened();
    const fetched = (await boss.fetch(queue.name, { batchSize: count, includeMetadata: true })) as Fetched[];
    for (const { id, data, retryCount } of fetched) {
      const job = { id, key: data.key, data: data.data, attempt: retryCount + 1 };
      if (mine.every(({ key }) => key !== job.key) && !(await isWorkedOn(sql, queue, job))) mine.push(job);
      else await yieldKey(store, queue, job);
    }
    return fetched.length;
  }

  const store: JobStore = {
    async open(queues) {
      opening ??= openPatiently(sql, queues, onError).catch((error: unknown) => {
        opening = null;
        throw error;
      });
      await opening;
    },
    async send(queue, { key, data = {}, runAt, within = sql }) {
      const boss = await opened();
      for (let time = 0; time < MAX_SENDS; time++) {
        const options = { singletonKey: key, db: dbOf(within), ...(runAt !== undefined && { startAfter: runAt }) };
        if ((await boss.send(queue, { key, data }, options)) !== null) return;
        const moved = await within(
          `update ${SCHEMA}.job set start_after = least(start_after, coalesce($3::timestamptz, now())), data = $4::jsonb
            where name = $1 and singleton_key = $2 and state = 'created' returning id`,
          [queue, key, runAt?.toISOString() ?? null, JSON.stringify({ key, data })],
        );
        if (moved.rows.length > 0) return;
      }
      throw new Error(`the job ${queue} could not be sent`);
    },
    async take(queue, count, without = []) {
      const mine: QueuedJob[] = [];
      if (queue.isFair !== true) {
        const most = without.length === 0 ? count : await putFirst(sql, queue, count, without);
        if (most > 0) await takeNext(queue, most, mine);
        return mine;
      }
      // Each one taken changes whose turn is next.
      while (mine.length < count && (await rankByTurn(sql, queue)) && (await takeNext(queue, 1, mine)) > 0);
      return mine;
    },
    // pg-boss counts the lease from the start of the job.
    keep: async ({ name }, { id, attempt }) => {
      const kept = await sql(
        `update ${SCHEMA}.job set started_on = now()
          where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3 returning id`,
        [name, id, attempt - 1],
      );
      return kept.rows.length > 0;
    },
    done: async ({ name }, { id, attempt }) =>
      void (await sql(
        `delete from ${SCHEMA}.job where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`,
        [name, id, attempt - 1],
      )),
    async failed(queue, job, message) {
      const isMine = await store.keep(queue, job);
      if (isMine) await (await opened()).fail(queue.name, job.id, { message });
    },
    tidy: async () => void (await (await opened()).maintain()),
    due: (queue) => dueIn(sql, queue),
    lacking: (queue, keys) => lackingOf(sql, queue, keys),
    counts: (queues) => Promise.all(queues.map((queue) => countsOf(sql, queue))),
    async close() {
      const boss = await opening?.catch(() => null);
      opening = null;
      await boss?.stop({ graceful: false, close: false, wait: false });
    },
  };
  return store;
}

async function openBoss(sql: Sql, queues: readonly Queue[], onError: (error: unknown) => void): Promise<PgBoss> {
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: dbOf(sql),
    schema: SCHEMA,
    // Expired jobs are given back by `tidy`.
    supervise: false,
    schedule: false,
  });
  boss.on('error', onError);
  await boss.start();
  for (const queue of queues) await createQueue(boss, queue);
  return boss;
}
/** Of several processes that create the tables at once, only one can. */
async function openPatiently(sql: Sql, queues: readonly Queue[], onError: (error: unknown) => void): Promise<PgBoss> {
  for (let time = 1; ; time++) {
    try {
      return await openBoss(sql, queues, onError);
    } catch (error) {
      if (time >= MAX_OPENINGS) throw error;
      await sleep(OPENING_PAUSE_MS * time);
    }
  }
}

const dbOf = (sql: Sql): PgBoss.Db => ({
  executeSql: async (text, values) => ({ rows: [...(await sql(text, values ?? [])).rows] }),
});

async function createQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const { name, attempts, backoffSeconds, leaseSeconds } = queue;
  const deadLetter = deadLettersOf(name);
  const retentionDays = DEAD_LETTER_DAYS;
  await boss.createQueue(deadLetter, { name: deadLetter, policy: 'standard', retentionDays });
  const options = {
    name,
    policy: 'short',
    retryLimit: attempts - 1,
    retryDelay: backoffSeconds,
    retryBackoff: true,
    expireInSeconds: leaseSeconds,
    deadLetter,
    retentionDays,
  } as const;
  await boss.createQueue(name, options);
  // The queue may be older than these settings.
  await boss.updateQueue(name, options);
}

/** Whether another job of its key is active. Whoever asks after the other one was taken sees it, so that two never run. */
async function isWorkedOn(sql: Sql, { name }: Queue, { id, key }: QueuedJob): Promise<boolean> {
  const { rows } = await sql(
    `select 1 from ${SCHEMA}.job where name = $1 and singleton_key = $2 and state = 'active' and id <> $3::uuid limit 1`,
    [name, key, id],
  );
  return rows.length > 0;
}

/** As many seconds as are told apart: a day. */
const MAX_SERVED = 86_400;

/** Writes whose turn is next into the priorities of the jobs that are due. False if there are none. */
async function rankByTurn(sql: Sql, { name }: Queue): Promise<boolean> {
  const party = (of: string) => `${of}.data->'data'->>'party'`;
  const { rows } = await sql(
    `with due as (select id, -${MAX_SERVED + 1} * (select count(*) from ${SCHEMA}.job as other
          where other.name = one.name and other.state = 'active' and ${party('other')} = ${party('one')})
        - least(${MAX_SERVED}, (one.data->'data'->>'served')::numeric) as turn
      from ${SCHEMA}.job as one where name = $1 and state < 'active' and start_after <= now()
      order by id for update skip locked),
    ranked as (update ${SCHEMA}.job as one set priority = due.turn::integer from due
      where one.name = $1 and one.id = due.id and one.priority is distinct from due.turn::integer)
    select exists (select 1 from due) as any_due`,
    [name],
  );
  return (rows[0] as { readonly any_due: boolean }).any_due;
}

/** Gives jobs of other parties than these a priority; what is due for longest first. Returns how many. */
async function putFirst(sql: Sql, { name }: Queue, count: number, without: readonly string[]): Promise<number> {
  const { rows } = await sql(
    `with next as materialized (select id from ${SCHEMA}.job where name = $1 and state < 'active' and start_after <= now()
        and coalesce(data->'data'->>'party', '') <> all($3::text[])
      order by start_after limit $2 for update skip locked)
    update ${SCHEMA}.job as one set priority = 1 from next where one.name = $1 and one.id = next.id returning one.id`,
    [name, count, without],
  );
  return rows.length;
}

/** Lets the other job of the key end first. */
async function yieldKey(store: JobStore, queue: Queue, job: QueuedJob): Promise<void> {
  const { key, data } = job;
  await store.send(queue.name, { key, data, runAt: new Date(Date.now() + BUSY_KEY_MS) });
  await store.done(queue, job);
}

async function dueIn(sql: Sql, queue: string): Promise<DueJob[]> {
  const { rows } = await sql(
    `select data from ${SCHEMA}.job as one where name = $1 and state < 'active' and start_after <= now()
      and not exists (select 1 from ${SCHEMA}.job as other where other.name = one.name
        and other.singleton_key = one.singleton_key and other.state = 'active') limit ${MAX_DUE}`,
    [queue],
  );
  return (rows as Pick<Fetched, 'data'>[]).map(({ data: { key, data } }) => ({ key, data }));
}

async function lackingOf(sql: Sql, queue: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql(
    `select key from unnest($2::text[]) as key where not exists (select 1 from ${SCHEMA}.job
      where name = $1 and singleton_key = key and state <= 'active')`,
    [queue, keys],
  );
  return (rows as Pick<QueuedJob, 'key'>[]).map(({ key }) => key);
}

async function countsOf(sql: Sql, { name }: Queue): Promise<QueueCount> {
  const { rows } = await sql(
    `select count(*) filter (where state < 'active' and start_after <= now()) as due,
      count(*) filter (where state < 'active' and start_after > now()) as waiting,
      count(*) filter (where state = 'active') as active,
      coalesce(extract(epoch from now() - min(greatest(start_after, created_on))
        filter (where state < 'active' and start_after <= now())), 0) as oldest,
      (select count(*) from ${SCHEMA}.job where name = $2) as dead
      from ${SCHEMA}.job where name = $1`,
    [name, deadLettersOf(name)],
  );
  const row = rows[0] as Record<'due' | 'waiting' | 'active' | 'oldest' | 'dead', string>;
  return {
    queue: name,
    due: Number(row.due),
    oldestSeconds: Number(row.oldest),
    active: Number(row.active),
    waiting: Number(row.waiting),
    dead: Number(row.dead),
  };
}

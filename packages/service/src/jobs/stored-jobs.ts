import { randomUUID } from 'node:crypto';
import {
  backoffAfter,
  DEAD_LETTER_DAYS,
  type DueJob,
  type JobStore,
  MAX_DUE,
  type Queue,
  type QueueCount,
  type QueuedJob,
  type Sending,
  type Sql,
} from './jobs.ts';

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

interface Row {
  readonly id: string;
  readonly key: string;
  readonly data: string;
  readonly attempt: number;
}

/** Jobs in the table `jobs` of the embedded database, which one process has open. `now`: milliseconds since 1970. */
export function createStoredJobs(sql: Sql, now: () => number): JobStore {
  async function give(
    queue: Queue,
    { id, attempt }: Pick<QueuedJob, 'id' | 'attempt'>,
    message: string,
  ): Promise<void> {
    const isDead = attempt >= queue.attempts;
    const runAt = iso(now() + backoffAfter(queue, attempt) * 1000);
    const state = isDead ? 'failed' : 'waiting';
    // If another one of its key waits already, that one takes its place.
    const changed = await sql(
      `update or ignore jobs set state = ?, run_at = ?, leased_until = null, error = ?
        where id = ? and state = 'active' and attempt = ? returning id`,
      [state, runAt, message.slice(0, MAX_ERROR), id, attempt],
    );
    if (changed.rows.length === 0)
      await sql("delete from jobs where id = ? and state = 'active' and attempt = ?", [id, attempt]);
  }

  async function takeNext(queue: Queue, count: number, without: readonly string[] = []): Promise<QueuedJob[]> {
    const nowMs = now();
    const [isAllowed, parties] = without.length === 0 ? ['', []] : [`and ${IS_OF_OTHERS}`, [JSON.stringify(without)]];
    const { rows } = await sql(
      `update jobs set state = 'active', attempt = attempt + 1, leased_until = ? where id in (
        select id from jobs as one where queue = ? and state = 'waiting' and run_at <= ? and ${KEY_IS_FREE} ${isAllowed}
        order by ${queue.isFair === true ? FAIR_ORDER : ''} run_at limit ?) returning id, key, data, attempt`,
      [iso(nowMs + queue.leaseSeconds * 1000), queue.name, iso(nowMs), ...parties, count],
    );
    return (rows as Row[]).map(({ data, ...row }) => ({ ...row, data: JSON.parse(data) }));
  }

  return {
    // No other process works on these jobs: those that were active have lost their worker.
    open: async () => {
      await sql(`update or ignore jobs set state = 'waiting', leased_until = null where state = 'active'`, []);
      await sql("delete from jobs where state = 'active'", []);
    },
    async send(queue, { key, data = {}, runAt = new Date(now()), within = sql }: Sending) {
      await within(
        `insert into jobs (id, queue, key, data, state, run_at, made_at, attempt) values (?, ?, ?, ?, 'waiting', ?, ?, 0)
          on conflict (queue, key) where state = 'waiting'
          do update set run_at = min(run_at, excluded.run_at), data = excluded.data`,
        [randomUUID(), queue, key, JSON.stringify(data), runAt.toISOString(), iso(now())],
      );
    },
    async take(queue, count, without) {
      if (queue.isFair !== true) return takeNext(queue, count, without);
      const taken: QueuedJob[] = [];
      // Each one taken changes whose turn is next.
      for (let next = await takeNext(queue, 1); next.length > 0; next = await takeNext(queue, 1)) {
        taken.push(...next);
        if (taken.length >= count) break;
      }
      return taken;
    },
    keep: async ({ leaseSeconds }, { id, attempt }) => {
      const { rows } = await sql(
        "update jobs set leased_until = ? where id = ? and state = 'active' and attempt = ? returning id",
        [iso(now() + leaseSeconds * 1000), id, attempt],
      );
      return rows.length > 0;
    },
    done: async (_queue, { id, attempt }) =>
      void (await sql("delete from jobs where id = ? and state = 'active' and attempt = ?", [id, attempt])),
    failed: give,
    async tidy(queues) {
      const { rows } = await sql(
        "select id, queue, attempt from jobs where state = 'active' and leased_until < ? limit 500",
        [iso(now())],
      );
      for (const row of rows as (Row & { readonly queue: string })[]) {
        const queue = queues.find(({ name }) => name === row.queue);
        if (queue !== undefined) await give(queue, row, 'the worker did not end it in time');
      }
      await sql("delete from jobs where state = 'failed' and run_at < ?", [iso(now() - DEAD_LETTER_DAYS * DAY_MS)]);
    },
    due: (queue) => dueIn(sql, queue, now()),
    lacking: (queue, keys) => lackingOf(sql, queue, keys),
    counts: (queues) => Promise.all(queues.map(({ name }) => countsOf(sql, name, now()))),
    close: async () => {},
  };
}

const MAX_ERROR = 500;

const KEY_IS_FREE = `not exists (select 1 from jobs as other
  where other.queue = one.queue and other.key = one.key and other.state = 'active')`;

const IS_OF_OTHERS = `coalesce(json_extract(one.data, '$.party'), '') not in (select value from json_each(?))`;

const FAIR_ORDER = `(select count(*) from jobs as other where other.queue = one.queue and other.state = 'active'
    and json_extract(other.data, '$.party') = json_extract(one.data, '$.party')),
  json_extract(one.data, '$.served'),`;

async function dueIn(sql: Sql, queue: string, nowMs: number): Promise<DueJob[]> {
  const { rows } = await sql(
    `select key, data from jobs as one where queue = ? and state = 'waiting' and run_at <= ? and ${KEY_IS_FREE}
      limit ${MAX_DUE}`,
    [queue, iso(nowMs)],
  );
  return (rows as Row[]).map(({ key, data }) => ({ key, data: JSON.parse(data) }));
}

async function lackingOf(sql: Sql, queue: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql(
    `select value as key from json_each(?) where not exists (select 1 from jobs
      where jobs.queue = ? and jobs.key = value and jobs.state in ('waiting', 'active'))`,
    [JSON.stringify(keys), queue],
  );
  return (rows as Row[]).map(({ key }) => key);
}

async function countsOf(sql: Sql, queue: string, nowMs: number): Promise<QueueCount> {
  const { rows } = await sql(
    `select coalesce(sum(state = 'waiting' and run_at <= ?1), 0) as due,
      min(case when state = 'waiting' and run_at <= ?1 then run_at end) as oldest,
      coalesce(sum(state = 'active'), 0) as active, coalesce(sum(state = 'waiting' and run_at > ?1), 0) as waiting,
      coalesce(sum(state = 'failed'), 0) as dead from jobs where queue = ?2`,
    [iso(nowMs), queue],
  );
  const row = rows[0] as Record<'due' | 'active' | 'waiting' | 'dead', number> & { readonly oldest: string | null };
  const { due, active, waiting, dead, oldest } = row;
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (nowMs - Date.parse(oldest)) / 1000);
  return { queue, due, oldestSeconds, active, waiting, dead };
}

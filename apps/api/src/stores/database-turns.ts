import { type AllowanceDecision, type AllowanceStore, createMemoryAllowances, type RateLimit } from '@sonde/probes';
import { sql } from 'kysely';
import type { Store } from './store.ts';
import type { Database } from './tables.ts';

/** A visitor waits for at most this long to learn whether it is their turn. */
const ANSWER_MS = 2_000;
/** After a failure the database is left alone for this long, so that not every question waits for it. */
const REST_MS = 5_000;
/** Waiting for another transaction takes less; a time so far ahead was written before the clock was set back. */
const IMPOSSIBLE_MS = 10_000;
/** Names that nobody asks about any more are removed once in so many turns. */
const TIDY_EVERY = 1_000;
const UNUSED_MS = 60 * 60 * 1000;

const now = sql<number>`extract(epoch from clock_timestamp())::float8 * 1000`;

/**
 * Turns that all processes of a PostgreSQL database share: one in each window, by the clock of the database. While it does not
 * answer, each process goes on by itself, from what it knows.
 */
export function createDatabaseTurns(store: Pick<Store, 'use'>, windowMs: number): AllowanceStore {
  const rate: RateLimit = { units: 1, windowMs };
  const own = createMemoryAllowances(rate, () => performance.now());
  let taken = 0;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  async function take(name: string): Promise<AllowanceDecision> {
    const waitMs = await inTime(store.use((db) => takeTurn(db, name, windowMs)));
    taken += 1;
    if (taken % TIDY_EVERY === 0) store.use(removeUnused).catch(() => {});
    own.remember(name, waitMs ?? windowMs);
    const isAllowed = waitMs === null;
    const wholeInMs = waitMs ?? windowMs;
    return { isAllowed, remaining: 0, wholeInMs, retryInMs: isAllowed ? 0 : wholeInMs };
  }
  return {
    take: (name, units) =>
      performance.now() < restsUntilMs
        ? own.take(name, units)
        : take(name).catch(() => {
            restsUntilMs = performance.now() + REST_MS;
            return own.take(name, units);
          }),
  };
}

/** Takes the turn, in one statement: null if it was free, otherwise the milliseconds until it is. */
async function takeTurn(db: Database, name: string, windowMs: number): Promise<number | null> {
  const { rows } = await sql<{ isTaken: boolean; waitMs: number | null }>`
    with taken as (
      insert into turns as kept (name, free_at) values (${name}, ${now} + ${windowMs}::float8)
      on conflict (name) do update set free_at = excluded.free_at
        where kept.free_at <= excluded.free_at - ${windowMs}::float8
          or kept.free_at > excluded.free_at + ${IMPOSSIBLE_MS}::float8
      returning name
    )
    select exists (select from taken) as "isTaken", (select free_at from turns where name = ${name}) - ${now} as "waitMs"
  `.execute(db);
  const [row] = rows;
  if (row?.isTaken === true) return null;
  // Another transaction may have taken it since this one began, which does not see that.
  return Math.min(windowMs, Math.max(1, row?.waitMs ?? windowMs));
}

const removeUnused = (db: Database) => sql`delete from turns where free_at < ${now} - ${UNUSED_MS}::float8`.execute(db);

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

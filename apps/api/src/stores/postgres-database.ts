import type { Pool, PoolClient } from 'pg';
import type { Database } from './tables.ts';

/** A database that does not answer must not keep a visitor waiting. */
const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;
const MAX_CONNECTIONS = 10;
/** A pool waits for its connections to end; those to a server that has stopped answering never do. */
const END_MS = 2_000;

export interface PostgresDatabase {
  readonly db: Database;
  /** Milliseconds since 1970 by the clock of the database, which all instances share. */
  readTime(): Promise<number>;
}

/** The operator's database. Connections are made when they are needed. */
export async function openPostgres(url: string, onError: (error: Error) => void): Promise<PostgresDatabase> {
  const [{ default: pg }, { Kysely, PostgresDialect }] = await Promise.all([import('pg'), import('kysely')]);
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS,
    application_name: 'sonde',
  });
  // An idle connection broke; the pool makes another one.
  pool.on('error', onError);
  return {
    db: new Kysely({
      dialect: new PostgresDialect({
        pool: { connect: async () => dropWhenInDoubt(await pool.connect()), end: () => endWithinTime(pool) },
      }),
    }),
    async readTime() {
      const { rows } = await pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now');
      return rows[0].now;
    },
  };
}

/**
 * Drops connections in an unknown state, as after any error not sent by the server: node-postgres abandons a query after
 * its timeout and also removes the ROLLBACK queued behind it, so that the pool would reuse a connection with an open
 * transaction, in which later changes are acknowledged and never committed.
 */
function dropWhenInDoubt(client: PoolClient) {
  let isInDoubt = false;
  // A connection that breaks between two statements emits only this event; without a listener the process would end.
  const onError = () => {
    isInDoubt = true;
  };
  client.on('error', onError);
  // Kysely calls it with a text and its parameters; with a cursor only where one is configured, which is nowhere.
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      // ErrorResponse always has a severity (PostgreSQL manual, 55.8).
      isInDoubt ||= (error as { severity?: unknown } | null)?.severity === undefined;
      throw error;
    }
  };
  const release = () => {
    // A connection that is dropped may still break.
    if (!isInDoubt) client.off('error', onError);
    client.release(isInDoubt);
  };
  return { query: query as PoolClient['query'], release };
}

async function endWithinTime(pool: Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_MS);
  });
  await Promise.race([pool.end(), late]);
  clearTimeout(timer);
}

import type { Pool, PoolClient } from 'pg';
import type { Database } from './tables.ts';

/** Short, so that visitors do not wait for a database that does not answer. */
const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;
const MAX_CONNECTIONS = 10;
/** Limits the end of the pool, which waits for its connections; those to a silent server never end. */
const END_MS = 2_000;

export interface PostgresDatabase {
  readonly db: Database;
  /** Milliseconds since 1970 by the clock of the database, which all instances share. */
  readTime(): Promise<number>;
}

/** Opens the operator's PostgreSQL database. Connections are opened on demand. */
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
  // An idle connection broke; the pool opens another one when needed.
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
 * Drops connections in an unknown state, that is, after any error not sent by the server. When a query times out,
 * node-postgres also removes the ROLLBACK queued behind it. The pool would reuse the connection with its open transaction,
 * in which later changes are acknowledged but never committed.
 */
function dropWhenInDoubt(client: PoolClient) {
  let isInDoubt = false;
  // A connection that breaks between two statements only emits this event; without a listener it would end the process.
  const onError = () => {
    isInDoubt = true;
  };
  client.on('error', onError);
  // Kysely passes a text and its parameters; it passes a cursor only if one is configured, which is not done here.
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      // Errors sent by the server (ErrorResponse) always have a severity (PostgreSQL manual, section 55.8).
      isInDoubt ||= (error as { severity?: unknown } | null)?.severity === undefined;
      throw error;
    }
  };
  const release = () => {
    // A dropped connection keeps its listener, since it may still break.
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

import type { Database } from './tables.ts';

/** A database that does not answer must not keep a visitor. */
const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;
const MAX_CONNECTIONS = 10;

/** The database of the operator. Connections are made when they are needed. */
export async function openPostgres(url: string, onError: (error: Error) => void): Promise<Database> {
  const [{ default: pg }, { Kysely, PostgresDialect }] = await Promise.all([import('pg'), import('kysely')]);
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: QUERY_MS,
    query_timeout: QUERY_MS,
    application_name: 'sonde',
  });
  // A connection that breaks while nobody uses it; the pool makes another one.
  pool.on('error', onError);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

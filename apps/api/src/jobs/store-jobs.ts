// jobs/: the jobs of an installation, in the database of its accounts.
import type { JobStore, Sql } from '@sonde/service/jobs/jobs';
import { CompiledQuery } from 'kysely';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';

/** Runs statements in this database or transaction. */
export const sqlIn =
  (db: Database): Sql =>
  (text, values) =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));

/** Opens the jobs of this store: on PostgreSQL by pg-boss, otherwise in a table of the embedded database. */
export async function openJobs(store: Store, onError: (error: unknown) => void): Promise<JobStore> {
  const sql: Sql = (text, values) => store.use((db) => sqlIn(db)(text, values));
  if (store.kind === 'embedded') {
    const { createStoredJobs } = await import('@sonde/service/jobs/stored-jobs');
    return createStoredJobs(sql, store.now);
  }
  const { createPgBossJobs } = await import('@sonde/service/jobs/pg-boss-jobs');
  return createPgBossJobs(
    (text, values) => (OWN_TRANSACTION.test(text) ? inTransaction(store, text) : sql(text, values)),
    onError,
  );
}

const OWN_TRANSACTION = /^\s*BEGIN;/;

/** Several statements in a transaction of ours, since one that fails would leave theirs open on a connection of the pool. */
function inTransaction(store: Store, text: string): Promise<{ readonly rows: readonly unknown[] }> {
  const statements = text.replace(OWN_TRANSACTION, '').replace(/COMMIT;\s*$/, '');
  return store.use((db) => db.transaction().execute((transaction) => sqlIn(transaction)(statements, [])));
}

import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * When each registry may be asked again, which all processes of a database share. Only in PostgreSQL: the embedded database has one
 * process. It is no data of anybody, so a crash may empty it, and backups leave it out.
 */
export async function createTurns(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`create unlogged table turns (name text primary key, free_at float8 not null)`.execute(db);
}

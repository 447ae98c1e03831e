import { type Kysely, type Migration, Migrator } from 'kysely';
import type { Database } from './tables.ts';

/** Released migrations are never edited: a change of the tables is a further migration. */
const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-accounts': { up: createAccounts },
  '2026-11-history': { up: createHistory },
  '2026-11-clock': { up: createClock },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('members')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['sessions', 'password_resets']) {
    await db.schema
      .createTable(table)
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('member_id', 'text', (column) => column.notNull().references('members.id').onDelete('cascade'))
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex(`${table}_of_member`).on(table).column('member_id').execute();
  }
}

async function createHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('history')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('looked_up_at', 'text')
    .addColumn('kept_at', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .execute();
  await db.schema.createIndex('history_of_owner').on('history').columns(['owner', 'kept_at', 'id']).execute();
  await db.schema.createIndex('history_by_age').on('history').column('kept_at').execute();
  await db.schema
    .createTable('saved_targets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('saved_targets_once', ['owner', 'target'])
    .execute();
}

async function createClock(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owners')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('clock')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('doubted_at', 'text')
    .execute();
}

/** Brings the tables up to date. Instances that start at the same time wait for each other. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { addPositions, createPlaces } from '../places/places-migration.ts';
import { NewerStore } from './newer-store.ts';
import type { Database } from './tables.ts';
import { createTurns } from './turns-migration.ts';
import { addPlacesOfWatches, createConfirmations, createWatches } from './watch-migrations.ts';

/**
 * Released migrations are never edited; every change of the tables is a new migration. A name begins with the day on which it was
 * written and its number on that day, so that they are sorted in the order in which they were written.
 */
const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-21-1-accounts': { up: createAccounts },
  '2026-11-21-2-history': { up: createHistory },
  '2026-11-22-1-clock': { up: createClock },
  '2026-11-23-1-snapshots': { up: createSnapshots },
  '2026-11-23-2-lists': { up: createLists },
  '2026-11-23-3-tokens': { up: createTokens },
  '2026-11-23-4-stopped-lists': { up: countLookupsOfLists },
  '2026-11-24-1-networks-of-lists': { up: nameNetworksOfLists },
  '2026-11-24-2-sizes': { up: addSizes },
  '2026-11-28-1-watches': { up: createWatches },
  '2026-11-28-3-places': { up: createPlaces },
  '2026-11-28-4-order-of-changes': { up: createConfirmations },
  '2026-11-28-5-jobs-of-lists': { up: dropClaimsOfLists },
  '2026-11-28-6-places-of-watches': { up: addPlacesOfWatches },
  '2026-11-29-1-positions-of-places': { up: addPositions },
  '2026-11-29-2-places-of-lists': { up: addPlacesOfLists },
  '2026-11-29-3-turns': { up: createTurns },
};

/** Names before the first release, some of which were of a time to come. */
const earlierNames: Readonly<Record<string, string>> = {
  '2026-11-accounts': '2026-11-21-1-accounts',
  '2026-11-history': '2026-11-21-2-history',
  '2026-11-clock': '2026-11-22-1-clock',
  '2026-12-snapshots': '2026-11-23-1-snapshots',
  '2026-12-lists': '2026-11-23-2-lists',
  '2026-12-tokens': '2026-11-23-3-tokens',
  '2027-01-stopped-lists': '2026-11-23-4-stopped-lists',
  '2027-02-networks-of-lists': '2026-11-24-1-networks-of-lists',
  '2027-02-sizes': '2026-11-24-2-sizes',
  '2027-03-watches': '2026-11-28-1-watches',
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

async function createSnapshots(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('snapshot_bodies')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    // SQLite has no such type, and takes octets in a column of any type.
    .addColumn('body', sql`bytea`, (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('snapshots')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('tools', 'text', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('kept_at', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('revoke_hash', 'text')
    .execute();
  await db.schema.createIndex('snapshots_of_owner').on('snapshots').columns(['owner', 'kept_at']).execute();
  await db.schema.createIndex('snapshots_by_end').on('snapshots').column('expires_at').execute();
  await db.schema
    .createTable('snapshot_parts')
    .addColumn('snapshot_id', 'text', (column) => column.notNull().references('snapshots.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull().references('snapshot_bodies.sha256'))
    .addPrimaryKeyConstraint('snapshot_parts_in_order', ['snapshot_id', 'position'])
    .execute();
  await db.schema.createIndex('snapshot_parts_of_body').on('snapshot_parts').column('sha256').execute();
  await db.schema
    .createTable('signing_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('x', 'text', (column) => column.notNull())
    .addColumn('first_used_at', 'text', (column) => column.notNull())
    .execute();
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lists')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tools', 'text', (column) => column.notNull())
    .addColumn('estimate', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('runner', 'text')
    .addColumn('runs_until', 'text')
    .execute();
  await db.schema.createIndex('lists_of_owner').on('lists').columns(['owner', 'made_at']).execute();
  await db.schema
    .createTable('list_items')
    .addColumn('list_id', 'text', (column) => column.notNull().references('lists.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('found', 'text')
    // SQLite has no such type, and takes octets in a column of any type.
    .addColumn('outcome', sql`bytea`)
    .addPrimaryKeyConstraint('list_items_in_order', ['list_id', 'position'])
    .execute();
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addColumn('expires_at', 'text')
    .execute();
  await db.schema.createIndex('api_tokens_of_owner').on('api_tokens').column('owner').execute();
}

/** A list may end before all of its lookups. Of lists that ended earlier, all have ended. */
async function countLookupsOfLists(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('done', 'integer').execute();
}

/** Lists are divided between the networks that started them; of earlier ones it is not known. */
async function nameNetworksOfLists(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('network', 'text').execute();
}

/**
 * Sizes, so that quotas count bytes, and what a badge shows, so that it needs no results. Both are added to an earlier
 * snapshot when it is read; only the size of what is stored is computed here.
 */
async function addSizes(db: Kysely<unknown>): Promise<void> {
  for (const column of ['bytes', 'stored_bytes'])
    await db.schema.alterTable('snapshots').addColumn(column, 'integer').execute();
  await db.schema.alterTable('snapshots').addColumn('badge', 'text').execute();
  await sql`update snapshots set stored_bytes = (
    select sum(length(body)) from snapshot_parts
    inner join snapshot_bodies on snapshot_bodies.sha256 = snapshot_parts.sha256
    where snapshot_id = snapshots.id)`.execute(db);
  await db.schema.createIndex('snapshots_by_size').on('snapshots').columns(['owner', 'stored_bytes']).execute();
  await db.schema.alterTable('lists').addColumn('bytes', 'integer').execute();
  await sql`update lists set bytes = (
    select sum(length(outcome)) from list_items where list_id = lists.id)`.execute(db);
}

/** Lists are given to processes by their jobs. */
async function dropClaimsOfLists(db: Kysely<unknown>): Promise<void> {
  for (const column of ['runner', 'runs_until']) await db.schema.alterTable('lists').dropColumn(column).execute();
}

/** Lists may be looked up by several places, each of which makes lookups of its own. */
async function addPlacesOfLists(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lists').addColumn('places', 'text').execute();
  await db.schema.alterTable('list_items').addColumn('place', 'text').execute();
}

/** The migrations that a database has had, in the order of their names; none if it is empty. */
export async function appliedMigrations(db: Database): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(
    db,
  );
  return currentNames(rows.map(({ name }) => name));
}

/** The names that migrations have now. */
export const currentNames = (names: readonly string[]) => names.map((name) => earlierNames[name] ?? name).sort();

const MIGRATION_TABLE = 'kysely_migration';

/** Those among applied migrations that only a newer version of Sonde knows. */
export function unknownMigrations(applied: readonly string[]): readonly string[] {
  return applied.filter((name) => migrations[name] === undefined);
}

/** Whether a database has had all migrations of this version, and no others. */
export function isUpToDate(applied: readonly string[]): boolean {
  return unknownMigrations(applied).length === 0 && applied.length === Object.keys(migrations).length;
}

/**
 * Applies pending migrations. Instances that start at the same time wait for each other.
 * @throws NewerStore if a newer version of Sonde has changed the tables
 */
export async function migrate(db: Database): Promise<void> {
  const applied = await appliedMigrations(db);
  const unknown = unknownMigrations(applied);
  if (unknown.length > 0) throw new NewerStore(unknown);
  if (applied.length > 0) await renameEarlier(db);
  const provider = { getMigrations: async () => ({ ...migrations }) };
  // A migration may have been written before another one that an instance has already applied.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function renameEarlier(db: Database): Promise<void> {
  for (const [earlier, name] of Object.entries(earlierNames))
    await sql`update ${sql.table(MIGRATION_TABLE)} set name = ${name} where name = ${earlier}`.execute(db);
}

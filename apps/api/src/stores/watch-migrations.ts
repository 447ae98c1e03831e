import { type Kysely, sql } from 'kysely';

/** Watches, what they have found, channels, deliveries, and the jobs of the embedded database. */
export async function createWatches(db: Kysely<unknown>): Promise<void> {
  await createWatchTables(db);
  await createChannelTables(db);
  await createJobs(db);
}

async function createWatchTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('watches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addColumn('every_s', 'integer', (column) => column.notNull())
    .addColumn('quiet', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('checked_at', 'text')
    .addColumn('next_at', 'text', (column) => column.notNull())
    .addColumn('memory', 'text')
    .addColumn('failure', 'text')
    .addColumn('cannot_since', 'text')
    .addColumn('ends', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('watches_of_owner').on('watches').columns(['owner', 'made_at']).execute();
  await db.schema.createIndex('watches_by_turn').on('watches').columns(['paused', 'next_at']).execute();
  await db.schema
    .createTable('watch_observations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('watch_id', 'text', (column) => column.notNull().references('watches.id').onDelete('cascade'))
    .addColumn('from_at', 'text', (column) => column.notNull())
    .addColumn('until_at', 'text', (column) => column.notNull())
    .addColumn('facts_sha256', 'text')
    // SQLite has no such type, and takes octets in a column of any type.
    .addColumn('facts', sql`bytea`)
    .addColumn('snapshot_id', 'text')
    .addColumn('failure', 'text')
    .execute();
  await db.schema
    .createIndex('watch_observations_in_order')
    .on('watch_observations')
    .columns(['watch_id', 'from_at'])
    .execute();
  await db.schema
    .createTable('watch_changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('watch_id', 'text', (column) => column.notNull().references('watches.id').onDelete('cascade'))
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('weight', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('seen_at', 'text')
    .execute();
  await db.schema.createIndex('watch_changes_of_watch').on('watch_changes').columns(['watch_id', 'at']).execute();
  await db.schema
    .createIndex('watch_changes_of_owner')
    .on('watch_changes')
    .columns(['owner', 'confirmed_at'])
    .execute();
}

async function createChannelTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('channels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('code_until', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('proved_at', 'text')
    .addColumn('pace', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failing_since', 'text')
    .addColumn('rests_until', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('last_reply', 'text')
    .execute();
  await db.schema.createIndex('channels_of_owner').on('channels').column('owner').execute();
  await db.schema
    .createTable('watch_channels')
    .addColumn('watch_id', 'text', (column) => column.notNull().references('watches.id').onDelete('cascade'))
    .addColumn('channel_id', 'text', (column) => column.notNull().references('channels.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('watch_channels_once', ['watch_id', 'channel_id'])
    .execute();
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull().references('channels.id').onDelete('cascade'))
    .addColumn('change_id', 'text', (column) => column.notNull().references('watch_changes.id').onDelete('cascade'))
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('done_at', 'text')
    .addColumn('reply', 'text')
    .addUniqueConstraint('deliveries_once', ['channel_id', 'change_id'])
    .execute();
  await db.schema
    .createIndex('deliveries_in_turn')
    .on('deliveries')
    .columns(['channel_id', 'done_at', 'next_at'])
    .execute();
  await db.schema
    .createTable('watch_feeds')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull().unique())
    .execute();
}

/** The places of a watch, and those of its changes. Earlier ones are of the server alone. */
export async function addPlacesOfWatches(db: Kysely<unknown>): Promise<void> {
  for (const table of ['watches', 'watch_changes'])
    await db.schema.alterTable(table).addColumn('places', 'text').execute();
}

/** The time of the last confirmed change of each owner: the next is later, whatever the clock of its worker says. */
export async function createConfirmations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('watch_confirmations')
    .addColumn('owner', 'text', (column) => column.primaryKey())
    .addColumn('confirmed_at', 'text', (column) => column.notNull())
    .execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('leased_until', 'text')
    .addColumn('error', 'text')
    .execute();
  await db.schema.createIndex('jobs_in_turn').on('jobs').columns(['queue', 'state', 'run_at']).execute();
  await sql`create unique index jobs_once on jobs (queue, key) where state = 'waiting'`.execute(db);
}

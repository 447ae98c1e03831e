import type { Kysely } from 'kysely';

/** The places of the operator, with the public keys of their agents. */
export async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('places')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('city', 'text')
    .addColumn('country', 'text')
    .addColumn('asn', 'integer')
    .addColumn('agent', 'text', (column) => column.unique())
    .addColumn('public_key', 'text')
    .addColumn('code_hash', 'text', (column) => column.unique())
    .addColumn('code_expires_at', 'text')
    .addColumn('confirms_itself', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('made_at', 'text', (column) => column.notNull())
    .execute();
}

/** Where the operator says that a place is, for maps. */
export async function addPositions(db: Kysely<unknown>): Promise<void> {
  for (const column of ['latitude', 'longitude'])
    await db.schema.alterTable('places').addColumn(column, 'double precision').execute();
}

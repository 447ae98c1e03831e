import { sql } from 'kysely';
import type { Database } from '../../stores/tables.ts';

/** Locks the data of this owner until the transaction ends, so that counts stay valid. */
export async function lockMemberData(transaction: Database, owner: string): Promise<void> {
  await transaction
    .insertInto('owners')
    .values({ owner })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ owner }))
    .execute();
}

const TABLES = [
  ...(['history', 'saved_targets', 'snapshots', 'lists', 'api_tokens'] as const),
  ...(['watches', 'channels', 'watch_feeds', 'watch_confirmations', 'owners'] as const),
];

/** Removes all data of this owner. */
export async function removeMemberData(transaction: Database, owner: string): Promise<void> {
  const watches = transaction.selectFrom('watches').where('owner', '=', owner);
  await transaction
    .deleteFrom('snapshots')
    .where('owner', 'in', watches.select(sql<string>`'watch:' || id`.as('owner')))
    .execute();
  for (const table of TABLES) await transaction.deleteFrom(table).where('owner', '=', owner).execute();
}

import type { Database } from '../stores/tables.ts';

/** Locks what is kept under this name until the transaction ends, so that what is counted there stays as it is. */
export async function lockKept(transaction: Database, owner: string): Promise<void> {
  await transaction
    .insertInto('owners')
    .values({ owner })
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ owner }))
    .execute();
}

/** Removes everything that is kept under this name. */
export async function removeKept(transaction: Database, owner: string): Promise<void> {
  for (const table of ['history', 'saved_targets', 'owners'] as const) {
    await transaction.deleteFrom(table).where('owner', '=', owner).execute();
  }
}

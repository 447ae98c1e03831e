import type { Database } from '../stores/tables.ts';

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * The time at which this transaction confirms changes of an owner, ISO 8601. It is later than that of every transaction that
 * was committed before, even if the clock of this worker is behind, and later ones of the owner wait until this one has ended:
 * so readers that go on from the last change they have seen miss nothing. To be called once the row of the watch is locked, and
 * before any row of channels is.
 */
export async function nextConfirmation(transaction: Database, owner: string, nowMs: number): Promise<string> {
  const { confirmed_at } = await transaction
    .insertInto('watch_confirmations')
    .values(({ fn, val, selectFrom }) => ({
      owner,
      confirmed_at: fn.coalesce(
        selectFrom('watch_changes')
          .select((of) => of.fn.max('confirmed_at').as('last'))
          .where('owner', '=', owner)
          .where('state', '=', 'confirmed'),
        val(iso(0)),
      ),
    }))
    // Waits for an earlier transaction that has not ended.
    .onConflict((conflict) => conflict.column('owner').doUpdateSet({ owner }))
    .returning('confirmed_at')
    .executeTakeFirstOrThrow();
  const next = iso(Math.max(nowMs, Date.parse(confirmed_at) + 1));
  await transaction.updateTable('watch_confirmations').set({ confirmed_at: next }).where('owner', '=', owner).execute();
  return next;
}

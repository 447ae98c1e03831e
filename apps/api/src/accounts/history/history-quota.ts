import { MAX_HISTORY, MAX_HISTORY_BYTES } from '@sonde/contract/account';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../stores/tables.ts';

/** How many entries an account may add between two checks of its quotas, each of which costs as much as a search. */
const ADDED_BETWEEN = 100;
/** How many accounts' counts are remembered; a forgotten account is checked again. */
const MAX_ACCOUNTS = 10_000;

/** Counts the entries that this process has written for each account since its quotas were checked. */
export interface QuotaCounter {
  /** Returns true if the quotas of the account must be checked now. */
  add(owner: string, entries: number): boolean;
}

export function createQuotaCounter(): QuotaCounter {
  const added = new LRUCache<string, number>({ max: MAX_ACCOUNTS });
  return {
    add(owner, entries) {
      const before = added.get(owner);
      const isDue = before === undefined || before + entries >= ADDED_BETWEEN;
      added.set(owner, isDue ? 0 : before + entries);
      return isDue;
    },
  };
}

/** Removes the oldest entries beyond the quotas of an account. */
export async function cutHistory(db: Database, owner: string): Promise<void> {
  const last = await db
    .selectFrom(summedUp(db, owner).as('entry'))
    .select(['kept_at', 'id'])
    .where(({ or, eb }) => or([eb('entries', '>', MAX_HISTORY), eb('bytes', '>', MAX_HISTORY_BYTES)]))
    .orderBy('kept_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await db
    .deleteFrom('history')
    .where('owner', '=', owner)
    .where(({ or, and, eb }) =>
      or([eb('kept_at', '<', last.kept_at), and([eb('kept_at', '=', last.kept_at), eb('id', '<=', last.id)])]),
    )
    .execute();
}

/** Every entry with the cumulative number and size of itself and all newer ones. */
function summedUp(db: Database, owner: string) {
  return db
    .selectFrom('history')
    .where('owner', '=', owner)
    .select([
      'kept_at',
      'id',
      ({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) => over.orderBy('kept_at', 'desc').orderBy('id', 'desc'))
          .as('entries'),
      ({ fn }) =>
        fn
          .sum<number>(fn<number>('octet_length', ['target']))
          .over((over) => over.orderBy('kept_at', 'desc').orderBy('id', 'desc'))
          .as('bytes'),
    ]);
}

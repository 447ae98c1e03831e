import { gzipSync } from 'node:zlib';
import { failureEnvelope, ToolError } from '@sonde/contract';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import type { Database } from '../stores/tables.ts';

export interface ListRoom {
  /** Stored bytes of all lists of an owner. */
  readonly maxOfOwner: number;
  /** Stored bytes of all lists: a quarter of what the embedded database holds. */
  readonly maxInAll: number;
}

export const listRoom: ListRoom = { maxOfOwner: 20_000_000, maxInAll: 256 * 1024 * 1024 };

/** The outcome as it is stored: whole, or without its answer if there is no room for it. Counts what it takes. */
export async function outcomeInRoom(
  db: Database,
  listId: string,
  outcome: ListOutcome['outcome'],
  { maxOfOwner, maxInAll }: ListRoom,
): Promise<Uint8Array> {
  const whole = gzipSync(JSON.stringify(outcome));
  const isTooMuch =
    (await usedBytes(db, listId)) + whole.length > maxOfOwner || (await usedBytes(db, null)) + whole.length > maxInAll;
  const stored = isTooMuch ? gzipSync(JSON.stringify(failureEnvelope(noRoom()))) : whole;
  await db
    .updateTable('lists')
    .set(({ eb, fn }) => ({ bytes: eb(fn.coalesce('bytes', eb.lit(0)), '+', stored.length) }))
    .where('id', '=', listId)
    .execute();
  return stored;
}

/** The stored bytes of all lists that belong to the owner of this one; of all lists, if it is null. */
async function usedBytes(db: Database, listId: string | null): Promise<number> {
  const all = db.selectFrom('lists').select(({ fn }) => fn.sum('bytes').as('used'));
  const query =
    listId === null
      ? all
      : all.where('owner', '=', (of) => of.selectFrom('lists').select('owner').where('id', '=', listId));
  const { used } = await query.executeTakeFirstOrThrow();
  return Number(used ?? 0);
}

const noRoom = () =>
  new ToolError(
    'left-out',
    'It was measured, but there is no room for its answer. Delete older lists to keep answers.',
  );

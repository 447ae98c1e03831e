import { gunzipSync, gzipSync } from 'node:zlib';
import { failureEnvelope, ToolError } from '@sonde/contract';
import type { ListedOutcome, PlaceGap } from '@sonde/contract/lists/list-outcome';
import type { Database } from '../stores/tables.ts';

export interface ListRoom {
  /** Stored bytes of all lists of an owner. */
  readonly maxOfOwner: number;
  /** Stored bytes of all lists: a quarter of what the embedded database holds. */
  readonly maxInAll: number;
}

export const listRoom: ListRoom = { maxOfOwner: 20_000_000, maxInAll: 256 * 1024 * 1024 };

/** The outcome as it is stored: whole, or without its answer if there is no room for it. */
export async function outcomeInRoom(
  db: Database,
  listId: string,
  ended: ListedOutcome,
  { maxOfOwner, maxInAll }: ListRoom,
): Promise<Uint8Array> {
  const whole = gzipSync(JSON.stringify(storedOf(ended)));
  const { ofOwner, inAll } = await usedBytes(db, listId);
  const isTooMuch = ofOwner + whole.length > maxOfOwner || inAll + whole.length > maxInAll;
  return isTooMuch ? gzipSync(JSON.stringify(failureEnvelope(noRoom()))) : whole;
}

/** Counts what a stored outcome takes. */
export async function countBytes(db: Database, listId: string, bytes: number): Promise<void> {
  await db
    .updateTable('lists')
    .set(({ eb, fn }) => ({ bytes: eb(fn.coalesce('bytes', eb.lit(0)), '+', bytes) }))
    .where('id', '=', listId)
    .execute();
}

interface OutcomeRow {
  readonly target: string;
  readonly tool: string;
  readonly place: string | null;
  readonly outcome: Uint8Array | null;
}

/** The envelope; of a place that gave no answer, why. */
type Stored = NonNullable<ListedOutcome['outcome']> | { readonly state: PlaceGap };

const storedOf = (ended: ListedOutcome): Stored => (ended.outcome === null ? { state: ended.state } : ended.outcome);

/** A stored outcome. */
export function toOutcome({ target, tool, place, outcome }: OutcomeRow): ListedOutcome {
  const stored = JSON.parse(gunzipSync(outcome ?? new Uint8Array()).toString()) as Stored;
  if ('state' in stored) return { target, tool, place: place ?? '', state: stored.state, outcome: null };
  return { target, tool, ...(place === null ? {} : { place }), outcome: stored };
}

/** The stored bytes of the lists that belong to the owner of this one, and of all lists. */
async function usedBytes(db: Database, listId: string): Promise<{ readonly ofOwner: number; readonly inAll: number }> {
  const { ofOwner, inAll } = await db
    .selectFrom('lists')
    .select(({ eb, fn, selectFrom }) => {
      const owner = selectFrom('lists as own').select('own.owner').where('own.id', '=', listId);
      const own = eb.case().when('owner', '=', owner).then(eb.ref('bytes')).else(eb.lit(0)).end();
      return [fn.sum(own).as('ofOwner'), fn.sum('bytes').as('inAll')];
    })
    .executeTakeFirstOrThrow();
  return { ofOwner: Number(ofOwner ?? 0), inAll: Number(inAll ?? 0) };
}

const noRoom = () =>
  new ToolError(
    'left-out',
    'It was measured, but there is no room for its answer. Delete older lists to keep answers.',
  );

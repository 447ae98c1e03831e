import type { ListedLookup } from '@sonde/contract/lists/list-calls';
import { type ListedOutcome, listedLookup } from '@sonde/contract/lists/list-outcome';
import { keyOfLookup } from '@sonde/contract/lists/placed-outcome';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { countBytes, type ListRoom, outcomeInRoom, toOutcome } from './list-room.ts';

/** What tells a lookup from all others of its list. */
export interface LookupKey {
  readonly target: string;
  readonly tool: string;
  /** The id of the place that makes it; null in a list of this server alone. */
  readonly place: string | null;
}

/** A lookup of a list that has not ended yet. */
export interface OpenItem extends LookupKey {
  readonly position: number;
}

const READ_AT_ONCE = 50;

interface EndedLookup {
  readonly id: string;
  readonly position: number;
  readonly outcome: ListedOutcome;
  readonly room: ListRoom;
}

/** Stores how a lookup has ended; what has ended already stays. */
export async function endItem(db: Database, { id, position, outcome, room }: EndedLookup): Promise<void> {
  const stored = await outcomeInRoom(db, id, outcome, room);
  const { numUpdatedRows } = await db
    .updateTable('list_items')
    .set({ found: JSON.stringify(listedLookup(outcome)), outcome: stored })
    .where('list_id', '=', id)
    .where('position', '=', position)
    .where('found', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0) await countBytes(db, id, stored.length);
}

export const openItems = (db: Database, id: string): Promise<OpenItem[]> =>
  db
    .selectFrom('list_items')
    .select(['position', 'target', 'tool', 'place'])
    .where('list_id', '=', id)
    .where('found', 'is', null)
    .orderBy('position')
    .execute();

export async function foundItems(db: Database, id: string): Promise<ListedLookup[]> {
  const rows = await db
    .selectFrom('list_items')
    .select('found')
    .where('list_id', '=', id)
    .where('found', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map(({ found }) => JSON.parse(found ?? '') as ListedLookup);
}

export async function positionsOf(db: Database, id: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('list_items')
    .select(['position', 'target', 'tool', 'place'])
    .where('list_id', '=', id)
    .where('found', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [keyOfLookup(row), row.position]));
}

/** The lookups of a list that have ended and whose outcome is stored. */
const withOutcome = (db: Database, id: string) =>
  db
    .selectFrom('list_items')
    .select(['position', 'target', 'tool', 'place', 'outcome'])
    .where('list_id', '=', id)
    .where('outcome', 'is not', null);

export async function outcomesAt(db: Database, id: string, positions: readonly number[]): Promise<ListedOutcome[]> {
  if (positions.length === 0) return [];
  const rows = await withOutcome(db, id).where('position', 'in', positions).execute();
  return rows.map(toOutcome);
}

/** The outcome of one lookup; null if it is not in the list or has not ended. */
export async function outcomeOf(
  db: Database,
  id: string,
  { target, tool, place }: LookupKey,
): Promise<ListedOutcome | null> {
  const row = await withOutcome(db, id)
    .where('target', '=', target)
    .where('tool', '=', tool)
    .where('place', place === null ? 'is' : '=', place)
    .executeTakeFirst();
  return row === undefined ? null : toOutcome(row);
}

/** Reads a few answers at a time, since a thousand at once could exhaust the memory. */
export async function* outcomesOf(store: Store, id: string): AsyncGenerator<readonly ListedOutcome[]> {
  let after = -1;
  for (;;) {
    const from = after;
    const rows = await store.use((db) =>
      withOutcome(db, id).where('position', '>', from).orderBy('position').limit(READ_AT_ONCE).execute(),
    );
    yield rows.map(toOutcome);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

import { changePlaces } from '@sonde/service/watches/change-places';
import type { Database } from '../stores/tables.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import { memoryOf } from './watch-memory.ts';
import { checkRoom } from './watch-room.ts';
import { placesOfRow } from './watch-view.ts';

/**
 * The columns of a watch that is measured from these places from now on; none if it is already.
 * @throws ToolError `invalid-input` if its owner has no room for so many.
 */
export async function placesTo(
  transaction: Database,
  row: WatchRow,
  from: readonly string[],
): Promise<Partial<Pick<WatchRow, 'places' | 'memory' | 'ends' | 'failure' | 'cannot_since' | 'version'>>> {
  const before = placesOfRow(row);
  if (before.join() === from.join()) return {};
  await checkRoom(transaction, row.owner, { tool: row.tool, from, except: row.id });
  const memory = changePlaces(memoryOf(row), from);
  const isAnotherKind = memory === null || (before.length === 0) !== (from.length === 0);
  // Suspicions are known by other ids then: nobody would come back to these.
  if (isAnotherKind)
    await transaction
      .updateTable('watch_changes')
      .set({ state: 'withdrawn' })
      .where('watch_id', '=', row.id)
      .where('state', '=', 'suspected')
      .execute();
  return {
    places: from.length === 0 ? null : from.join(','),
    memory: memory === null ? null : JSON.stringify(memory),
    ends: JSON.stringify(memory?.ends ?? []),
    failure: null,
    cannot_since: memory?.cannot == null ? null : row.cannot_since,
    // What is being measured from the earlier places is not written.
    version: row.version + 1,
  };
}

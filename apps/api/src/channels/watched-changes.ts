import type { Database } from '../stores/tables.ts';
import type { ChangeRow } from '../stores/watch-tables.ts';
import { toWatchChange } from '../watches/watch-view.ts';
import type { CalendarEnd } from './calendar.ts';
import type { ToldChange } from './told.ts';

const MOST_IN_A_FEED = 100;

const watchColumns = [
  'watches.id as watch',
  'watches.tool as tool',
  'watches.target as target',
  'watches.name as name',
] as const;

/** The changes of these deliveries, in their order. */
export async function changesOf(
  db: Database,
  deliveries: readonly { readonly id: string; readonly change_id: string }[],
): Promise<readonly ToldChange[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(({ change_id }) => change_id);
  const rows = await withWatches(db).where('watch_changes.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return deliveries.flatMap(({ id, change_id }) => {
    const row = byId.get(change_id);
    return row === undefined ? [] : [{ id, ...toldOf(row) }];
  });
}

/** The newest confirmed changes of an owner, the newest first. */
export async function newestChanges(db: Database, owner: string): Promise<readonly ToldChange[]> {
  const rows = await withWatches(db)
    .where('watch_changes.owner', '=', owner)
    .where('watch_changes.state', '=', 'confirmed')
    .orderBy('watch_changes.confirmed_at', 'desc')
    .orderBy('watch_changes.id')
    .limit(MOST_IN_A_FEED)
    .execute();
  return rows.map((row) => ({ id: row.id, ...toldOf(row) }));
}

const withWatches = (db: Database) =>
  db
    .selectFrom('watch_changes')
    .innerJoin('watches', 'watches.id', 'watch_changes.watch_id')
    .selectAll('watch_changes')
    .select(watchColumns);

type Row = ChangeRow & {
  readonly watch: string;
  readonly tool: string;
  readonly target: string;
  readonly name: string;
};

function toldOf(row: Row): Omit<ToldChange, 'id'> {
  const { watch, tool, target, name } = row;
  return { watch: { id: watch, tool, target, name }, change: toWatchChange(tool, row) };
}

/** What is stored of an end; see `WatchedEnd`. */
interface StoredEnd {
  readonly about: string;
  readonly kind: 'certificate' | 'registration';
  readonly ends: string;
}

/** What ends among all that an owner watches, the next first. */
export async function endsOf(db: Database, owner: string, baseUrl: string): Promise<readonly CalendarEnd[]> {
  const rows = await db.selectFrom('watches').select(['id', 'ends']).where('owner', '=', owner).execute();
  const ends = rows.flatMap(({ id, ends: json }) =>
    (JSON.parse(json) as readonly StoredEnd[]).map(({ about, kind, ends: at }) => ({
      id: `${id}-${kind}-${about}`,
      summary: `${kind === 'certificate' ? 'Certificate' : 'Registration'} of ${about} ends`,
      endsMs: Date.parse(at),
      url: `${baseUrl}/watch/${id}`,
    })),
  );
  return ends.filter(({ endsMs }) => Number.isFinite(endsMs)).toSorted((one, other) => one.endsMs - other.endsMs);
}

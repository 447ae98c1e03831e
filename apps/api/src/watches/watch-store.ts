import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import {
  MAX_SHOWN_CHANGES,
  MAX_SHOWN_OBSERVATIONS,
  type OwnWatches,
  type Watch,
  type WatchAt,
  type WatchChanges,
  type WatchEntry,
} from '@sonde/contract/watch/watch';
import { emptyMemory, stateOf } from '@sonde/service/watches/memory';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { ChangeRow, WatchRow } from '../stores/watch-tables.ts';
import { placesTo } from './change-watch-places.ts';
import { memoryOf } from './watch-memory.ts';
import { checkRoom } from './watch-room.ts';
import { toEntry, toObservation, toWatchChange } from './watch-view.ts';

export interface NewWatchRow {
  readonly tool: string;
  readonly target: string;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  /** The ids of its places; none for the server alone. */
  readonly from: readonly string[];
  readonly everySeconds: number;
  readonly quiet: readonly string[];
  readonly channels: readonly string[];
}

export interface WatchEdits {
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The ids of its places from now on; none for the server alone. */
  readonly from?: readonly string[] | undefined;
  readonly everySeconds?: number | undefined;
  readonly quiet?: readonly string[] | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly paused?: boolean | undefined;
}

/** Sends a job in the transaction that changes a watch. */
export type SendWithin = (transaction: Database, runAt: Date) => Promise<void>;

const iso = (ms: number) => new Date(ms).toISOString();

/** The owner of the kept results of a watch: they are no results of its member, and go with the watch. */
export const ownerOfStates = (id: string): string => `watch:${id}`;

export type WatchStore = ReturnType<typeof createWatchStore>;

/** Creates the store of watches as their owners see them. Every function throws ToolError `store-failed`. */
export function createWatchStore(store: Store) {
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? store.use(work) : empty;

  return {
    /** @throws ToolError `invalid-input` if the owner has as many as are allowed. */
    add: (owner: string, made: NewWatchRow, send: (id: string) => SendWithin): Promise<string> =>
      store.use((db) => insert(db, owner, made, { nowMs: store.now(), send })),
    all: (owner: string) =>
      read<OwnWatches['watches']>([], async (db) => {
        const rows = await rowsOf(db, owner).orderBy('made_at', 'desc').orderBy('id').execute();
        return entriesOf(db, owner, rows, store.now());
      }),
    find: (owner: string, id: string) => read<Watch | null>(null, (db) => find(db, owner, id, store.now())),
    /** Null if it is not a watch of this owner. */
    edit: (owner: string, id: string, edits: WatchEdits, send: SendWithin) =>
      read<boolean>(false, (db) => edit(db, { owner, id, edits, nowMs: store.now(), send })),
    remove: (owner: string, id: string) => read(0, (db) => remove(db, owner, id)),
    /** Null if there is no such watch, or it was not measured yet at that time. */
    at: (owner: string, id: string, time: string) => read<WatchAt | null>(null, (db) => at(db, owner, id, time)),
    /** Confirmed changes of all watches of an owner, the oldest first, after a cursor. */
    changes: (owner: string, since: string | null) =>
      read<WatchChanges>({ changes: [], next: since }, (db) => changesSince(db, owner, since)),
  };
}

interface Insertion {
  readonly nowMs: number;
  readonly send: (id: string) => SendWithin;
}

/** What is stored of a watch before its first measurement. */
export const unmeasured = {
  paused: 0,
  checked_at: null,
  memory: null,
  failure: null,
  cannot_since: null,
  ends: '[]',
  version: 0,
} as const;

async function insert(db: Database, owner: string, made: NewWatchRow, { nowMs, send }: Insertion): Promise<string> {
  const id = randomUUID();
  const { tool, target, name, query, from, everySeconds, quiet, channels } = made;
  const asked = {
    tool,
    target,
    name,
    query: JSON.stringify(query),
    places: from.length === 0 ? null : from.join(','),
    every_s: everySeconds,
    quiet: JSON.stringify(quiet),
  };
  await db.transaction().execute(async (transaction) => {
    await lockMemberData(transaction, owner);
    await checkRoom(transaction, owner, made);
    const times = { made_at: iso(nowMs), next_at: iso(nowMs) };
    await transaction
      .insertInto('watches')
      .values({ id, owner, ...asked, ...unmeasured, ...times })
      .execute();
    await setChannels(transaction, id, channels);
    await send(id)(transaction, new Date(nowMs));
  });
  return id;
}

async function setChannels(db: Database, watch_id: string, channels: readonly string[]): Promise<void> {
  await db.deleteFrom('watch_channels').where('watch_id', '=', watch_id).execute();
  const rows = [...new Set(channels)].map((channel_id) => ({ watch_id, channel_id }));
  if (rows.length > 0) await db.insertInto('watch_channels').values(rows).execute();
}

const rowsOf = (db: Database, owner: string) => db.selectFrom('watches').selectAll().where('owner', '=', owner);

/** The newest confirmed change of each watch is found by the times of confirmation, which are in an index. */
async function entriesOf(db: Database, owner: string, rows: readonly WatchRow[], nowMs: number): Promise<WatchEntry[]> {
  const [channels, lasts] = await Promise.all([
    db
      .selectFrom('watch_channels')
      .innerJoin('watches', 'watches.id', 'watch_channels.watch_id')
      .select(['watch_id', 'channel_id'])
      .where('watches.owner', '=', owner)
      .execute(),
    db
      .selectFrom('watch_changes as change')
      .selectAll('change')
      .where('change.owner', '=', owner)
      .where('change.state', '=', 'confirmed')
      .where(({ eb, selectFrom }) =>
        eb(
          'change.confirmed_at',
          '=',
          selectFrom('watch_changes as other')
            .select(({ fn }) => fn.max('other.confirmed_at').as('latest'))
            .whereRef('other.watch_id', '=', 'change.watch_id')
            .where('other.state', '=', 'confirmed'),
        ),
      )
      .execute(),
  ]);
  const lastOf = new Map<string, ChangeRow>(lasts.map((change) => [change.watch_id, change]));
  return rows.map((row) => {
    const own = channels.flatMap(({ watch_id, channel_id }) => (watch_id === row.id ? [channel_id] : []));
    return toEntry({ row, channels: own, last: lastOf.get(row.id) ?? null, nowMs });
  });
}

async function find(db: Database, owner: string, id: string, nowMs: number): Promise<Watch | null> {
  const row = await rowsOf(db, owner).where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const [entry] = await entriesOf(db, owner, [row], nowMs);
  if (entry === undefined) return null;
  const changes = await db
    .selectFrom('watch_changes')
    .selectAll()
    .where('watch_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN_CHANGES)
    .execute();
  const observations = await db
    .selectFrom('watch_observations')
    .selectAll()
    .where('watch_id', '=', id)
    .orderBy('from_at', 'desc')
    .limit(MAX_SHOWN_OBSERVATIONS)
    .execute();
  const facts = stateOf(memoryOf(row) ?? emptyMemory);
  return {
    ...entry,
    facts,
    changes: changes.map((change) => toWatchChange(row.tool, change)),
    observations: observations.map(toObservation),
  };
}

interface Edition {
  readonly owner: string;
  readonly id: string;
  readonly edits: WatchEdits;
  readonly nowMs: number;
  readonly send: SendWithin;
}

function edit(db: Database, { owner, id, edits, nowMs, send }: Edition): Promise<boolean> {
  const { from, everySeconds, channels, paused } = edits;
  return db.transaction().execute(async (transaction) => {
    await lockMemberData(transaction, owner);
    const row = await rowsOf(transaction, owner).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return false;
    const places = from === undefined ? {} : await placesTo(transaction, row, from);
    const isSoon = (paused === false && row.paused === 1) || 'places' in places;
    const latest = Date.parse(row.checked_at ?? iso(nowMs)) + (everySeconds ?? row.every_s) * 1000;
    const nextMs = isSoon ? nowMs : Math.max(nowMs, Math.min(Date.parse(row.next_at), latest));
    await transaction
      .updateTable('watches')
      .set({ ...editedColumns(row, edits), ...places, next_at: iso(nextMs) })
      .where('id', '=', id)
      .execute();
    if (channels !== undefined) await setChannels(transaction, id, channels);
    if (!(paused ?? row.paused === 1)) await send(transaction, new Date(nextMs));
    return true;
  });
}

const editedColumns = (row: WatchRow, { query, everySeconds, quiet, name, paused }: WatchEdits) => ({
  query: query === undefined ? row.query : JSON.stringify(query),
  every_s: everySeconds ?? row.every_s,
  quiet: quiet === undefined ? row.quiet : JSON.stringify(quiet),
  name: name ?? row.name,
  paused: paused === undefined ? row.paused : Number(paused),
});

function remove(db: Database, owner: string, id: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('watches')
      .where('owner', '=', owner)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0) await transaction.deleteFrom('snapshots').where('owner', '=', ownerOfStates(id)).execute();
    return Number(numDeletedRows);
  });
}

async function at(db: Database, owner: string, id: string, time: string): Promise<WatchAt | null> {
  const row = await db
    .selectFrom('watch_observations')
    .innerJoin('watches', 'watches.id', 'watch_observations.watch_id')
    .selectAll('watch_observations')
    .where('watches.owner', '=', owner)
    .where('watches.id', '=', id)
    .where('from_at', '<=', time)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { from, until, factsSha256, snapshot } = toObservation(row);
  const facts = row.facts === null ? {} : (JSON.parse(gunzipSync(row.facts).toString()) as WatchAt['facts']);
  return { from, until, factsSha256, snapshot, facts };
}

/** The cursor is the time and id of the last change that was read. */
async function changesSince(db: Database, owner: string, since: string | null): Promise<WatchChanges> {
  const [after = '', id = ''] = (since ?? '').split('_');
  const rows = await db
    .selectFrom('watch_changes')
    .innerJoin('watches', 'watches.id', 'watch_changes.watch_id')
    .selectAll('watch_changes')
    .select(['watches.tool', 'watches.target', 'watches.name'])
    .where('watch_changes.owner', '=', owner)
    .where('watch_changes.state', '=', 'confirmed')
    .where(({ eb, or, and }) =>
      or([
        eb('watch_changes.confirmed_at', '>', after),
        and([eb('watch_changes.confirmed_at', '=', after), eb('watch_changes.id', '>', id)]),
      ]),
    )
    .orderBy('watch_changes.confirmed_at')
    .orderBy('watch_changes.id')
    .limit(MAX_SHOWN_CHANGES)
    .execute();
  const last = rows.at(-1);
  return {
    changes: rows.map(({ tool, target, name, ...row }) => ({
      watch: { id: row.watch_id, tool, target, name },
      change: toWatchChange(tool, row),
    })),
    next: last === undefined ? since : `${last.confirmed_at}_${last.id}`,
  };
}

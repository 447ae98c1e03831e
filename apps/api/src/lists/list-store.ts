import { ToolError } from '@sonde/contract';
import { LIST_DAYS, type ListEntry, MAX_LISTS } from '@sonde/contract/lists/list-calls';
import type { ListedOutcome } from '@sonde/contract/lists/list-outcome';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import {
  endItem,
  foundItems,
  type LookupKey,
  type OpenItem,
  openItems,
  outcomeOf,
  outcomesAt,
  outcomesOf,
  positionsOf,
} from './list-lookups.ts';
import { type ListRoom, listRoom } from './list-room.ts';

type NewEntry = Omit<ListEntry, 'madeAt' | 'endedAt' | 'done'>;

const DAY_MS = 86_400_000;
/** Lists of one network that have not ended, over all of its accounts. */
const MAX_OF_NETWORK = 4;
const NETWORK_RETRY_SECONDS = 60;
const INSERTED_AT_ONCE = 100;
const iso = (ms: number) => new Date(ms).toISOString();
const notBegun = { ended_at: null, done: null, bytes: null };

/** Sends the job of a list in the transaction that stores it. */
type SendWithin = (transaction: Database) => Promise<void>;

export type ListStore = ReturnType<typeof createListStore>;

/** Creates the store of lists. Every function throws ToolError `store-failed`. */
export function createListStore(store: Store, room: ListRoom = listRoom) {
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? store.use(work) : empty;

  return {
    /** @throws ToolError `rate-limited` while another list of the owner runs, or several of the network. */
    add: (starter: Starter, list: NewEntry, items: readonly OpenItem[], send: SendWithin) =>
      store.use((db) => insert(db, { ...starter, list, items, send, nowMs: store.now() })),
    all: (owner: string) =>
      read([], async (db) => Promise.all((await listsOf(db, owner)).map((row) => withCount(db, row)))),
    find: (owner: string, id: string) =>
      read(null, async (db) => {
        const row = await db
          .selectFrom('lists')
          .selectAll()
          .where('owner', '=', owner)
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined ? null : withCount(db, row);
      }),
    remove: (owner: string, id: string) =>
      read(0, async (db) => {
        const done = await db
          .deleteFrom('lists')
          .where('owner', '=', owner)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return Number(done.numDeletedRows);
      }),
    found: (id: string) => read([], (db) => foundItems(db, id)),
    /** Positions of the lookups of a list that have ended, by `keyOfLookup`. */
    positions: (id: string) => read(new Map<string, number>(), (db) => positionsOf(db, id)),
    outcomes: (id: string) => outcomesOf(store, id),
    outcomesAt: (id: string, positions: readonly number[]) => store.use((db) => outcomesAt(db, id, positions)),
    outcome: (id: string, lookup: LookupKey) => read(null, (db) => outcomeOf(db, id, lookup)),
    open: (id: string) => store.use((db) => openItems(db, id)),
    /** A lookup ends once: what another worker has found meanwhile stays. */
    end: (id: string, position: number, outcome: ListedOutcome) =>
      store.use((db) => endItem(db, { id, position, outcome, room })),
    endList: (id: string) => store.use((db) => endList(db, id, iso(store.now()))),
    /** Ends a running list before its time; its open lookups are not made. Returns 0 if it had ended already. */
    stop: (owner: string, id: string) =>
      read(0, async (db) => {
        const running = await db
          .selectFrom('lists')
          .select('id')
          .where('owner', '=', owner)
          .where('id', '=', id)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
        return running === undefined ? 0 : endList(db, id, iso(store.now()));
      }),
    /** Lists that have not ended, all or those of these ids. */
    running: (ids?: readonly string[]) => read([], (db) => runningLists(db, ids)),
    /** Removes expired lists. */
    tidy: () =>
      read(undefined, async (db) => {
        await db
          .deleteFrom('lists')
          .where('made_at', '<', iso(store.now() - LIST_DAYS * DAY_MS))
          .execute();
      }),
  };
}

/** Who starts a list. */
export interface Starter {
  readonly owner: string;
  /** The network of the request; null if it is not known. */
  readonly network: string | null;
}

interface NewList extends Starter {
  readonly list: NewEntry;
  readonly items: readonly OpenItem[];
  readonly send: SendWithin;
  readonly nowMs: number;
}

async function insert(db: Database, { owner, network, list, items, send, nowMs }: NewList): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMemberData(transaction, owner);
    const before = await listsOf(transaction, owner);
    const running = before.find(({ ended_at }) => ended_at === null);
    if (running !== undefined) throw oneAtATime(running, nowMs);
    if (network !== null) await checkNetwork(transaction, network);
    for (const { id } of before.slice(MAX_LISTS - 1))
      await transaction.deleteFrom('lists').where('id', '=', id).execute();
    const { id, name, tools, from, estimate } = list;
    await transaction
      .insertInto('lists')
      .values({
        ...notBegun,
        id,
        owner,
        name,
        tools: tools.join(' '),
        places: from.length === 0 ? null : from.join(','),
        estimate: JSON.stringify(estimate),
        made_at: iso(nowMs),
        network,
      })
      .execute();
    for (let at = 0; at < items.length; at += INSERTED_AT_ONCE) {
      const rows = items
        .slice(at, at + INSERTED_AT_ONCE)
        .map((item) => ({ list_id: id, ...item, found: null, outcome: null }));
      await transaction.insertInto('list_items').values(rows).execute();
    }
    await send(transaction);
  });
}

/** @throws ToolError `rate-limited` */
async function checkNetwork(db: Database, network: string): Promise<void> {
  const { running } = await db
    .selectFrom('lists')
    .select(({ fn }) => fn.countAll().as('running'))
    .where('network', '=', network)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(running) < MAX_OF_NETWORK) return;
  throw new ToolError('rate-limited', 'Several lists from your network are running. Please wait for one to end.', {
    retryAfterSeconds: NETWORK_RETRY_SECONDS,
  });
}

function oneAtATime({ id, name, estimate, made_at }: ListRow, nowMs: number): ToolError {
  const { seconds } = JSON.parse(estimate) as ListEntry['estimate'];
  const left = Math.max(1, Math.ceil(seconds - (nowMs - Date.parse(made_at)) / 1000));
  return new ToolError('rate-limited', `Your list ${name || id} is still running. Only one list can run at a time.`, {
    retryAfterSeconds: left,
  });
}

/** Newest first. */
const listsOf = (db: Database, owner: string) =>
  db.selectFrom('lists').selectAll().where('owner', '=', owner).orderBy('made_at', 'desc').orderBy('id').execute();

type ListRow = Awaited<ReturnType<typeof listsOf>>[number];

/** Counts ended lookups only for a running list: of an ended list, their number is stored. */
async function withCount(db: Database, row: ListRow): Promise<ListEntry> {
  const { id, name, tools, made_at, ended_at } = row;
  const estimate = JSON.parse(row.estimate) as ListEntry['estimate'];
  const done = ended_at === null ? await countDone(db, id) : (row.done ?? estimate.lookups);
  const from = row.places?.split(',') ?? [];
  return { id, name, tools: tools.split(' '), from, estimate, madeAt: made_at, endedAt: ended_at, done };
}

async function countDone(db: Database, id: string): Promise<number> {
  const { done } = await db
    .selectFrom('list_items')
    .select(({ fn }) => fn.countAll().as('done'))
    .where('list_id', '=', id)
    .where('found', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(done);
}

/** Returns the number of lists that have ended by this: 0 or 1. */
async function endList(db: Database, id: string, endedAt: string): Promise<number> {
  const done = await db
    .updateTable('lists')
    .set({ ended_at: endedAt, done: await countDone(db, id), network: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(done.numUpdatedRows);
}

function runningLists(db: Database, ids?: readonly string[]) {
  const query = db.selectFrom('lists').select(['id', 'owner', 'network']).where('ended_at', 'is', null);
  return (ids === undefined ? query : query.where('id', 'in', ids)).orderBy('made_at').execute();
}

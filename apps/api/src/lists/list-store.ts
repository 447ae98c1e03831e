import { gunzipSync, gzipSync } from 'node:zlib';
import { ToolError } from '@sonde/contract';
import type { ListEstimate } from '@sonde/contract/lists/list-items';
import { codesOf, type FoundCodes, type ListOutcome, listRow } from '@sonde/contract/lists/list-outcome';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';

/** A list without its lookups. */
export interface StoredList {
  readonly id: string;
  readonly name: string;
  readonly tools: readonly string[];
  readonly estimate: ListEstimate;
  readonly madeAt: string;
  readonly endedAt: string | null;
}

/** One lookup of a list that has not ended. */
export interface OpenItem {
  readonly position: number;
  readonly target: string;
  readonly tool: string;
}

/** One that has, without its answer. */
export interface FoundItem extends FoundCodes {
  readonly row: readonly string[];
}

/** Finished lists that an owner keeps; a further one takes the place of the oldest. */
const MAX_LISTS = 20;
const LIST_DAYS = 30;
const DAY_MS = 86_400_000;
/** A process that has not said for so long that it runs a list has ended. */
const LEASE_MS = 30_000;
const INSERTED_AT_ONCE = 100;
const READ_AT_ONCE = 50;

const iso = (ms: number) => new Date(ms).toISOString();

export type ListStore = ReturnType<typeof createListStore>;

/** Lists in the store. Every function throws ToolError `store-failed`. */
export function createListStore(store: Store, runner: string) {
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? store.use(work) : empty;

  return {
    /** @throws ToolError `rate-limited` while another list of the owner runs. */
    add: (owner: string, list: Omit<StoredList, 'madeAt' | 'endedAt'>, items: readonly OpenItem[]) =>
      store.use((db) => insert(db, { owner, list, items, nowMs: store.now() })),
    all: (owner: string) => read([], async (db) => (await listsOf(db, owner)).map(toList)),
    find: (owner: string, id: string) =>
      read(null, async (db) => {
        const row = await db
          .selectFrom('lists')
          .selectAll()
          .where('owner', '=', owner)
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined ? null : toList(row);
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
    countItems: (id: string) =>
      read(0, async (db) => {
        const { all } = await db
          .selectFrom('list_items')
          .select(({ fn }) => fn.countAll().as('all'))
          .where('list_id', '=', id)
          .executeTakeFirstOrThrow();
        return Number(all);
      }),
    outcomes: (id: string) => outcomesOf(store, id),
    open: (id: string) => store.use((db) => openItems(db, id)),
    end: (id: string, position: number, outcome: ListOutcome) =>
      store.use(async (db) => {
        await db
          .updateTable('list_items')
          .set({
            found: JSON.stringify({ codes: codesOf(outcome), row: listRow(outcome) }),
            outcome: gzipSync(JSON.stringify(outcome.outcome)),
          })
          .where('list_id', '=', id)
          .where('position', '=', position)
          .execute();
      }),
    endList: (id: string) =>
      store.use(async (db) => {
        await db
          .updateTable('lists')
          .set({ ended_at: iso(store.now()), runner: null })
          .where('id', '=', id)
          .execute();
      }),
    /** Takes over the lists that nobody runs, and says again that this process runs its own. Returns all of these. */
    claim: (isFirst: boolean) =>
      read([], (db) => claim(db, { runner, nowMs: store.now(), takesAll: isFirst && store.kind === 'embedded' })),
    /** Removes what is too old. */
    tidy: () =>
      read(undefined, async (db) => {
        await db
          .deleteFrom('lists')
          .where('made_at', '<', iso(store.now() - LIST_DAYS * DAY_MS))
          .execute();
      }),
  };
}

interface NewList {
  readonly owner: string;
  readonly list: Omit<StoredList, 'madeAt' | 'endedAt'>;
  readonly items: readonly OpenItem[];
  readonly nowMs: number;
}

async function insert(db: Database, { owner, list, items, nowMs }: NewList): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMemberData(transaction, owner);
    const before = await listsOf(transaction, owner);
    const running = before.find(({ ended_at }) => ended_at === null);
    if (running !== undefined) throw oneAtATime(toList(running), nowMs);
    for (const { id } of before.slice(MAX_LISTS - 1))
      await transaction.deleteFrom('lists').where('id', '=', id).execute();
    const { id, name, tools, estimate } = list;
    await transaction
      .insertInto('lists')
      .values({
        ...{ id, owner, name, tools: tools.join(' '), estimate: JSON.stringify(estimate), made_at: iso(nowMs) },
        ...{ ended_at: null, runner: null, runs_until: null },
      })
      .execute();
    for (let at = 0; at < items.length; at += INSERTED_AT_ONCE) {
      const rows = items
        .slice(at, at + INSERTED_AT_ONCE)
        .map((item) => ({ list_id: id, ...item, found: null, outcome: null }));
      await transaction.insertInto('list_items').values(rows).execute();
    }
  });
}

function oneAtATime({ id, estimate, madeAt }: StoredList, nowMs: number): ToolError {
  const left = Math.max(1, Math.ceil(estimate.seconds - (nowMs - Date.parse(madeAt)) / 1000));
  return new ToolError('rate-limited', `Your list ${id} still runs. One list at a time.`, { retryAfterSeconds: left });
}

/** The newest first. */
const listsOf = (db: Database, owner: string) =>
  db.selectFrom('lists').selectAll().where('owner', '=', owner).orderBy('made_at', 'desc').orderBy('id').execute();

function toList(row: Awaited<ReturnType<typeof listsOf>>[number]): StoredList {
  const { id, name, tools, estimate, made_at, ended_at } = row;
  return { id, name, tools: tools.split(' '), estimate: JSON.parse(estimate), madeAt: made_at, endedAt: ended_at };
}

const openItems = (db: Database, id: string): Promise<OpenItem[]> =>
  db
    .selectFrom('list_items')
    .select(['position', 'target', 'tool'])
    .where('list_id', '=', id)
    .where('found', 'is', null)
    .orderBy('position')
    .execute();

async function foundItems(db: Database, id: string): Promise<FoundItem[]> {
  const rows = await db
    .selectFrom('list_items')
    .select(['target', 'tool', 'found'])
    .where('list_id', '=', id)
    .where('found', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map(({ target, tool, found }) => ({
    target,
    tool,
    ...(JSON.parse(found ?? '') as Pick<FoundItem, 'codes' | 'row'>),
  }));
}

/** A few at a time: a thousand answers together would fill the memory. */
async function* outcomesOf(store: Store, id: string): AsyncGenerator<ListOutcome> {
  let after = -1;
  for (;;) {
    const from = after;
    const rows = await store.use((db) =>
      db
        .selectFrom('list_items')
        .select(['position', 'target', 'tool', 'outcome'])
        .where('list_id', '=', id)
        .where('outcome', 'is not', null)
        .where('position', '>', from)
        .orderBy('position')
        .limit(READ_AT_ONCE)
        .execute(),
    );
    for (const { target, tool, outcome } of rows) {
      yield {
        target,
        tool,
        outcome: JSON.parse(gunzipSync(outcome ?? new Uint8Array()).toString()) as ListOutcome['outcome'],
      };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

interface Claim {
  readonly runner: string;
  readonly nowMs: number;
  /** Where no other process can run one. */
  readonly takesAll: boolean;
}

async function claim(db: Database, { runner, nowMs, takesAll }: Claim) {
  let query = db
    .updateTable('lists')
    .set({ runner, runs_until: iso(nowMs + LEASE_MS) })
    .where('ended_at', 'is', null);
  if (!takesAll) {
    query = query.where((is) =>
      is.or([is('runner', 'is', null), is('runner', '=', runner), is('runs_until', '<', iso(nowMs))]),
    );
  }
  await query.execute();
  return db
    .selectFrom('lists')
    .select(['id', 'owner'])
    .where('runner', '=', runner)
    .where('ended_at', 'is', null)
    .orderBy('made_at')
    .execute();
}

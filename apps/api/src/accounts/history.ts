import { randomUUID } from 'node:crypto';
import type { FailureCode } from '@sonde/contract';
import { HISTORY_DAYS, type HistoryEntry, type HistoryPage, MAX_HISTORY } from '@sonde/contract/account';
import type { Database } from '../stores/tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What was looked up, with which tool, and how it ended. */
export interface MadeLookup {
  readonly tool: string;
  readonly target: string;
  readonly failure: FailureCode | null;
}

export interface HistorySearch {
  /** Part of a target, in any case. */
  readonly search: string | null;
  readonly tool: string | null;
  /** `next` of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

const time = (ms: number) => new Date(ms).toISOString();
/** What is older may still lie there for an hour; nobody is shown it. */
const oldestKept = (nowMs: number) => time(nowMs - HISTORY_DAYS * DAY_MS);

export async function addLookup(db: Database, owner: string, lookup: MadeLookup, nowMs: number): Promise<void> {
  const at = time(nowMs);
  await db
    .insertInto('history')
    .values({ id: randomUUID(), owner, ...lookup, looked_up_at: at, kept_at: at })
    .execute();
}

/** Lookups that a browser remembered, newest first; it knows no times. */
export async function moveLookups(
  db: Database,
  owner: string,
  lookups: readonly Pick<MadeLookup, 'tool' | 'target'>[],
  nowMs: number,
): Promise<number> {
  const rows = lookups.map(({ tool, target }, index) => ({
    id: randomUUID(),
    owner,
    tool,
    target,
    looked_up_at: null,
    // A millisecond apart, so that they keep their order.
    kept_at: time(nowMs - index),
    failure: null,
  }));
  if (rows.length > 0) await db.insertInto('history').values(rows).execute();
  return rows.length;
}

function found(db: Database, owner: string, { search, tool }: Pick<HistorySearch, 'search' | 'tool'>, nowMs: number) {
  let query = db.selectFrom('history').where('owner', '=', owner).where('kept_at', '>', oldestKept(nowMs));
  if (tool !== null) query = query.where('tool', '=', tool);
  if (search !== null) {
    // What is left of a target without the text differs from it where the text is in it: nothing needs escaping so.
    query = query.where(({ eb, fn, val }) => {
      const target = fn<string>('lower', ['target']);
      return eb(fn<string>('replace', [target, val(search.toLowerCase()), val('')]), '!=', target);
    });
  }
  return query;
}

export async function readHistory(
  db: Database,
  owner: string,
  search: HistorySearch,
  nowMs: number,
): Promise<HistoryPage> {
  const all = found(db, owner, search, nowMs);
  const { total } = await all.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  let page = all.selectAll().orderBy('kept_at', 'desc').orderBy('id', 'desc');
  const [beforeAt, beforeId] = search.before?.split('_') ?? [];
  if (beforeAt !== undefined && beforeId !== undefined) {
    page = page.where(({ and, or, eb }) =>
      or([eb('kept_at', '<', beforeAt), and([eb('kept_at', '=', beforeAt), eb('id', '<', beforeId)])]),
    );
  }
  const rows = await page.limit(search.limit + 1).execute();
  const shown = rows.slice(0, search.limit);
  const last = rows.length > search.limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map(toEntry),
    next: last === undefined ? null : `${last.kept_at}_${last.id}`,
    total: Number(total),
  };
}

function toEntry(row: {
  id: string;
  tool: string;
  target: string;
  looked_up_at: string | null;
  kept_at: string;
  failure: string | null;
}): HistoryEntry {
  const { id, tool, target } = row;
  return {
    id,
    tool,
    target,
    lookedUpAt: row.looked_up_at,
    keptAt: row.kept_at,
    failure: row.failure as FailureCode | null,
  };
}

/** One entry, or all where `id` is null. An id of somebody else's changes nothing. */
export async function removeHistory(db: Database, owner: string, id: string | null): Promise<number> {
  let query = db.deleteFrom('history').where('owner', '=', owner);
  if (id !== null) query = query.where('id', '=', id);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Removes what has been kept long enough, and what nobody can use any more. */
export async function removeOutdated(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('history').where('kept_at', '<=', oldestKept(nowMs)).execute();
  await db
    .deleteFrom('history')
    .where(
      'id',
      'in',
      db.selectFrom(placed(db).as('placed')).select('placed.id').where('placed.place', '>', MAX_HISTORY),
    )
    .execute();
  await db.deleteFrom('sessions').where('expires_at', '<=', time(nowMs)).execute();
  await db.deleteFrom('password_resets').where('expires_at', '<=', time(nowMs)).execute();
}

/** Every entry with its place among those of its owner. */
function placed(db: Database) {
  return db.selectFrom('history').select([
    'id',
    ({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('owner').orderBy('kept_at', 'desc').orderBy('id', 'desc'))
        .as('place'),
  ]);
}

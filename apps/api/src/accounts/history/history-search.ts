import type { FailureCode } from '@sonde/contract';
import { HISTORY_DAYS, type HistoryEntry, type HistoryPage, MAX_HISTORY } from '@sonde/contract/account';
import type { Database, Tables } from '../../stores/tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface HistorySearch {
  /** A part of a target, case-insensitive. */
  readonly search: string | null;
  readonly tool: string | null;
  /** `next` of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

/** Expired entries may still exist until the next cleanup; they are not shown. */
export const oldestInHistory = (nowMs: number) => new Date(nowMs - HISTORY_DAYS * DAY_MS).toISOString();

/** The newest entries of an account in order, by index. */
const newest = (db: Database, owner: string, nowMs: number) =>
  db
    .selectFrom('history')
    .where('owner', '=', owner)
    .where('kept_at', '>', oldestInHistory(nowMs))
    .orderBy('kept_at', 'desc')
    .orderBy('id', 'desc');

/** Filters by a search. It reads no more entries than an account may have. */
function found(db: Database, owner: string, { search, tool }: HistorySearch, nowMs: number) {
  let query = db.selectFrom(newest(db, owner, nowMs).selectAll().limit(MAX_HISTORY).as('history')).selectAll();
  if (tool !== null) query = query.where('tool', '=', tool);
  if (search !== null) {
    // A target contains the text if removing the text changes it; this needs no escaping.
    query = query.where(({ eb, fn, val }) => {
      const target = fn<string>('lower', ['target']);
      return eb(fn<string>('replace', [target, val(search.toLowerCase()), val('')]), '!=', target);
    });
  }
  return query.orderBy('kept_at', 'desc').orderBy('id', 'desc');
}

export async function readHistory(
  db: Database,
  owner: string,
  search: HistorySearch,
  nowMs: number,
): Promise<HistoryPage> {
  const isFiltered = search.search !== null || search.tool !== null;
  const all = isFiltered ? found(db, owner, search, nowMs) : newest(db, owner, nowMs).select('id').limit(MAX_HISTORY);
  const { total } = await db
    .selectFrom(all.as('history'))
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const page = await readEntries(db, owner, search, nowMs);
  return { ...page, total: Number(total) };
}

/** A page without the total, which not every caller needs. */
export async function readEntries(
  db: Database,
  owner: string,
  search: HistorySearch,
  nowMs: number,
): Promise<Pick<HistoryPage, 'entries' | 'next'>> {
  const isFiltered = search.search !== null || search.tool !== null;
  let page = isFiltered ? found(db, owner, search, nowMs) : newest(db, owner, nowMs).selectAll();
  const [beforeAt, beforeId] = search.before?.split('_') ?? [];
  if (beforeAt !== undefined && beforeId !== undefined) {
    page = page.where(({ and, or, eb }) =>
      or([eb('kept_at', '<', beforeAt), and([eb('kept_at', '=', beforeAt), eb('id', '<', beforeId)])]),
    );
  }
  const rows = await page.limit(search.limit + 1).execute();
  const shown = rows.slice(0, search.limit);
  const last = rows.length > search.limit ? shown.at(-1) : undefined;
  return { entries: shown.map(toEntry), next: last === undefined ? null : `${last.kept_at}_${last.id}` };
}

function toEntry({ id, tool, target, looked_up_at, kept_at, failure }: Tables['history']): HistoryEntry {
  return {
    id,
    tool,
    target,
    lookedUpAt: looked_up_at,
    keptAt: kept_at,
    failure: failure as FailureCode | null,
  };
}

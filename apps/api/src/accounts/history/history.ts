import { randomUUID } from 'node:crypto';
import type { FailureCode } from '@sonde/contract';
import type { Store } from '../../stores/store.ts';
import type { Database, Tables } from '../../stores/tables.ts';
import { createQuotaCounter, cutHistory } from './history-quota.ts';

/** What was looked up, with which tool, and how it ended. */
export interface MadeLookup {
  readonly tool: string;
  readonly target: string;
  readonly failure: FailureCode | null;
}

/** Writes histories, and keeps each within its quotas. Every method throws ToolError `store-failed`. */
export interface HistoryWriter {
  add(owner: string, lookup: MadeLookup): Promise<void>;
  /** Imports lookups remembered by a browser, newest first, without times. Returns their number. */
  move(owner: string, lookups: readonly Pick<MadeLookup, 'tool' | 'target'>[]): Promise<number>;
}

/** A lookup that failed and is repeated within this time, as pages do automatically, is a single entry with its last result. */
const RETRIED_WITHIN_MS = 60_000;

const time = (ms: number) => new Date(ms).toISOString();

export function createHistoryWriter(store: Store): HistoryWriter {
  const quotas = createQuotaCounter();

  async function write(db: Database, owner: string, rows: readonly Tables['history'][]): Promise<number> {
    if (rows.length === 0) return 0;
    await db.insertInto('history').values(rows).execute();
    if (quotas.add(owner, rows.length)) await cutHistory(db, owner);
    return rows.length;
  }
  return {
    async add(owner, lookup) {
      await store.use(async (db) => {
        const nowMs = store.now();
        const entry = { id: randomUUID(), owner, ...lookup, looked_up_at: time(nowMs), kept_at: time(nowMs) };
        await write(db, owner, [entry]);
        await removeFailedTry(db, entry, time(nowMs - RETRIED_WITHIN_MS));
      });
    },
    move: (owner, lookups) =>
      store.use(async (db) => {
        const moved = await movedBefore(db, owner);
        const nowMs = store.now();
        const rows = lookups
          .filter((lookup) => !moved.has(keyOf(lookup)))
          .map(({ tool, target }, index) => ({
            id: randomUUID(),
            owner,
            tool,
            target,
            looked_up_at: null,
            // One millisecond apart, to preserve the order.
            kept_at: time(nowMs - index),
            failure: null,
          }));
        return write(db, owner, rows);
      }),
  };
}

async function removeFailedTry(db: Database, later: Tables['history'], since: string): Promise<void> {
  await db
    .deleteFrom('history')
    .where('owner', '=', later.owner)
    .where('kept_at', '>=', since)
    .where('tool', '=', later.tool)
    .where('target', '=', later.target)
    .where('failure', 'is not', null)
    .where('id', '!=', later.id)
    .execute();
}

const keyOf = ({ tool, target }: Pick<MadeLookup, 'tool' | 'target'>) => JSON.stringify([tool, target]);

/** Lookups that were imported before: a browser that has not received the answer sends them again. */
async function movedBefore(db: Database, owner: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('history')
    .select(['tool', 'target'])
    .where('owner', '=', owner)
    .where('looked_up_at', 'is', null)
    .execute();
  return new Set(rows.map(keyOf));
}

/** One entry, or all when `id` is null. An id of another account changes nothing. */
export async function removeHistory(db: Database, owner: string, id: string | null): Promise<number> {
  let query = db.deleteFrom('history').where('owner', '=', owner);
  if (id !== null) query = query.where('id', '=', id);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

import type { Database } from './tables.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A server may have been off for a weekend. */
const MAX_AWAY_MS = 48 * HOUR_MS;
const MAX_BEHIND_MS = HOUR_MS;
const TRUSTED_AFTER_MS = 24 * HOUR_MS;
/** The only row. */
const ID = 'clock';

export type TimeVerdict =
  /** Time has gone on as it should: what is outdated may be removed. */
  | 'trusted'
  /** Nobody has looked at the time in this database for a day. */
  | 'new'
  /** The clock is days ahead of where it was last seen, or behind it. */
  | 'jumped';

/** When the time in this database was last believed, in milliseconds since 1970; null where nobody has looked yet. */
export async function lastSeenTime(db: Database): Promise<number | null> {
  const row = await db.selectFrom('clock').select('seen_at').where('id', '=', ID).executeTakeFirst();
  return row === undefined ? null : Date.parse(row.seen_at);
}

/**
 * Whether what is outdated by this time may be removed for good. A process cannot tell a clock that is wrong when it
 * starts; the database remembers where time was. After a jump, or a longer absence, nothing is removed until a day has
 * gone by on the new clock; one that is set right within the day has cost nothing.
 */
export function confirmTime(db: Database, nowMs: number): Promise<TimeVerdict> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('clock').selectAll().where('id', '=', ID).executeTakeFirst();
    const seenMs = row === undefined ? null : Date.parse(row.seen_at);
    const doubtedMs = row?.doubted_at == null ? null : Date.parse(row.doubted_at);
    const verdict = judge(nowMs, seenMs, doubtedMs);
    const isTrusted = verdict === 'trusted';
    const goesOn = doubtedMs !== null && nowMs >= doubtedMs;
    const now = new Date(nowMs).toISOString();
    const values = {
      seen_at: isTrusted || row === undefined ? now : row.seen_at,
      doubted_at: isTrusted ? null : goesOn && row?.doubted_at ? row.doubted_at : now,
    };
    await transaction
      .insertInto('clock')
      .values({ id: ID, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    return verdict;
  });
}

function judge(nowMs: number, seenMs: number | null, doubtedMs: number | null): TimeVerdict {
  const hasLasted = doubtedMs !== null && nowMs - doubtedMs >= TRUSTED_AFTER_MS;
  if (seenMs === null) return 'new';
  // Nobody has confirmed it yet: `seen_at` is when this database was made.
  if (doubtedMs === seenMs) return hasLasted ? 'trusted' : 'new';
  const isNear = nowMs >= seenMs - MAX_BEHIND_MS && nowMs <= seenMs + MAX_AWAY_MS;
  return isNear || hasLasted ? 'trusted' : 'jumped';
}

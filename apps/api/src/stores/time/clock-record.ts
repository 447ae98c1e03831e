import type { Database } from '../tables.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Absences up to this are normal: a server may be off for a weekend. */
const MAX_AWAY_MS = 48 * HOUR_MS;
const MAX_BEHIND_MS = HOUR_MS;
const TRUSTED_AFTER_MS = 24 * HOUR_MS;
/** Id of the only row. */
const ID = 'clock';

export type ClockTrust =
  /** Time has passed normally: expired data may be removed. */
  | 'trusted'
  /** This database has not yet been observed for a whole day. */
  | 'new'
  /** The clock is more than two days ahead of, or more than an hour behind, the last trusted time. */
  | 'jumped';

/** When the time of this database was last trusted, in milliseconds since 1970; null if it was never checked. */
export async function lastSeenTime(db: Database): Promise<number | null> {
  const row = await db.selectFrom('clock').select('seen_at').where('id', '=', ID).executeTakeFirst();
  return row === undefined ? null : Date.parse(row.seen_at);
}

/**
 * Decides whether data that has expired at this time may be removed permanently. A starting process cannot know whether
 * its clock is right, but the database remembers the last trusted time. After a jump or a long absence, nothing is removed
 * until a day has passed on the new clock; a clock corrected within that day causes no loss.
 */
export function confirmTime(db: Database, nowMs: number): Promise<ClockTrust> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('clock').selectAll().where('id', '=', ID).executeTakeFirst();
    const seenMs = row === undefined ? null : Date.parse(row.seen_at);
    const doubtedMs = row?.doubted_at == null ? null : Date.parse(row.doubted_at);
    const trust = judge(nowMs, seenMs, doubtedMs);
    const isTrusted = trust === 'trusted';
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
    return trust;
  });
}

function judge(nowMs: number, seenMs: number | null, doubtedMs: number | null): ClockTrust {
  const hasLasted = doubtedMs !== null && nowMs - doubtedMs >= TRUSTED_AFTER_MS;
  if (seenMs === null) return 'new';
  // Both are the time of creation until the first day has passed.
  if (doubtedMs === seenMs) return hasLasted ? 'trusted' : 'new';
  const isNear = nowMs >= seenMs - MAX_BEHIND_MS && nowMs <= seenMs + MAX_AWAY_MS;
  return isNear || hasLasted ? 'trusted' : 'jumped';
}

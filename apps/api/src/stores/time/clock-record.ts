import type { Database } from '../tables.ts';

const HOUR_MS = 60 * 60 * 1000;
/** A server may have been off for a weekend. */
const MAX_AWAY_MS = 48 * HOUR_MS;
const MAX_BEHIND_MS = HOUR_MS;
const TRUSTED_AFTER_MS = 24 * HOUR_MS;
/** The only row. */
const ID = 'clock';

export type ClockTrust =
  /** Time has gone on normally: what has expired may be removed. */
  | 'trusted'
  /** The time of this database was not checked for a day. */
  | 'new'
  /** The clock is days ahead of where it was last seen, or behind it. */
  | 'jumped';

/** When the time of this database was last trusted, in milliseconds since 1970; null if it was never checked. */
export async function lastSeenTime(db: Database): Promise<number | null> {
  const row = await db.selectFrom('clock').select('seen_at').where('id', '=', ID).executeTakeFirst();
  return row === undefined ? null : Date.parse(row.seen_at);
}

/**
 * Whether data expired at this time may be removed for good. A process cannot know whether the clock is right when it
 * starts, but the database remembers the time. After a jump or a longer absence, nothing is removed until a day has passed
 * on the new clock; a clock corrected within the day causes no loss.
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
  // Not confirmed yet: `seen_at` is when this database was created.
  if (doubtedMs === seenMs) return hasLasted ? 'trusted' : 'new';
  const isNear = nowMs >= seenMs - MAX_BEHIND_MS && nowMs <= seenMs + MAX_AWAY_MS;
  return isNear || hasLasted ? 'trusted' : 'jumped';
}

import { inSlices, SLICE } from '../stores/slices.ts';
import type { Database } from '../stores/tables.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const iso = (ms: number) => new Date(ms).toISOString();

/** Removes expired snapshots, and results that no snapshot refers to any more. */
export async function removeOutdatedSnapshots(db: Database, nowMs: number): Promise<void> {
  await inSlices(() =>
    db
      .deleteFrom('snapshots')
      .where('id', 'in', (of) =>
        of.selectFrom('snapshots').select('id').where('expires_at', '<=', iso(nowMs)).limit(SLICE),
      )
      .executeTakeFirstOrThrow(),
  );
  // A recently used body may belong to a snapshot whose transaction is still open.
  await inSlices(() =>
    db
      .deleteFrom('snapshot_bodies')
      .where('sha256', 'in', (of) =>
        of
          .selectFrom('snapshot_bodies')
          .select('sha256')
          .where('used_at', '<=', iso(nowMs - HOUR_MS))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('snapshot_parts')
                  .select('snapshot_id')
                  .whereRef('snapshot_parts.sha256', '=', 'snapshot_bodies.sha256'),
              ),
            ),
          )
          .limit(SLICE),
      )
      .where('used_at', '<=', iso(nowMs - HOUR_MS))
      .executeTakeFirstOrThrow(),
  );
}

/** Corrects the times of snapshots kept while the clock was ahead: their lifetime counts from now. Signed data stays. */
export async function correctSnapshotTimes(db: Database, nowMs: number): Promise<void> {
  const soon = iso(nowMs + DAY_MS);
  await db
    .updateTable('snapshot_bodies')
    .set({ used_at: iso(nowMs) })
    .where('used_at', '>', soon)
    .execute();
  for (;;) {
    const rows = await db
      .selectFrom('snapshots')
      .select(['id', 'kept_at', 'expires_at'])
      .where('kept_at', '>', soon)
      .limit(SLICE)
      .execute();
    for (const { id, kept_at, expires_at } of rows) {
      const lastsMs = expires_at === null ? null : Date.parse(expires_at) - Date.parse(kept_at);
      await db
        .updateTable('snapshots')
        .set({ kept_at: iso(nowMs), expires_at: lastsMs === null ? null : iso(nowMs + lastsMs) })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < SLICE) return;
  }
}

import { MAX_HISTORY } from '@sonde/contract/account';
import { correctSnapshotTimes, removeOutdatedSnapshots } from '../snapshots/snapshot-sweep.ts';
import { inSlices, SLICE } from '../stores/slices.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { cutHistory } from './history/history-quota.ts';
import { oldestInHistory } from './history/history-search.ts';
import { SESSION_DAYS } from './sign-in/sessions.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Removes expired and unusable data, unless the time is unreliable. Returns whether the time was reliable. */
export async function tidy(store: Store): Promise<'tidied' | 'clock-jumped'> {
  const trust = await store.confirmTime();
  if (trust === 'jumped') return 'clock-jumped';
  await store.use(async (db) => {
    await cutToQuotas(db);
    await correctTimes(db, store.now());
    if (trust === 'trusted') await removeOutdated(db, store.now());
  });
  return 'tidied';
}

async function removeOutdated(db: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  await inSlices(() =>
    db
      .deleteFrom('history')
      .where('id', 'in', (of) =>
        of.selectFrom('history').select('id').where('kept_at', '<=', oldestInHistory(nowMs)).limit(SLICE),
      )
      .executeTakeFirstOrThrow(),
  );
  for (const table of ['sessions', 'password_resets'] as const) {
    await inSlices(() =>
      db
        .deleteFrom(table)
        .where('token_hash', 'in', (of) =>
          of.selectFrom(table).select('token_hash').where('expires_at', '<=', now).limit(SLICE),
        )
        .executeTakeFirstOrThrow(),
    );
  }
  await removeOutdatedSnapshots(db, nowMs);
}

/** Corrects entries written while the clock was ahead, which would stay too long and be listed first all that time. */
async function correctTimes(db: Database, nowMs: number): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString();
  const soon = iso(nowMs + DAY_MS);
  await db
    .updateTable('history')
    .set({ kept_at: iso(nowMs) })
    .where('kept_at', '>', soon)
    .execute();
  await db
    .updateTable('history')
    .set({ looked_up_at: iso(nowMs) })
    .where('looked_up_at', '>', soon)
    .execute();
  const latest = nowMs + SESSION_DAYS * DAY_MS;
  await db
    .updateTable('sessions')
    .set({ expires_at: iso(latest) })
    .where('expires_at', '>', iso(latest + DAY_MS))
    .execute();
  await correctSnapshotTimes(db, nowMs);
}

/** Cuts accounts that exceed quotas, because these were introduced later or a server ended before removing entries. */
async function cutToQuotas(db: Database): Promise<void> {
  const owners = await db
    .selectFrom('history')
    .select('owner')
    .groupBy('owner')
    .having(({ fn }) => fn.countAll(), '>', MAX_HISTORY)
    .execute();
  for (const { owner } of owners) await cutHistory(db, owner);
}

import { sql } from 'kysely';
import type { Channels } from '../channels/channels.ts';
import type { Background } from '../jobs/background.ts';
import { inSlices, SLICE } from '../stores/slices.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';

/** A watch that is late by this has lost its job. */
const LATE_MS = 300_000;
const MOST_AT_ONCE = 500;
const DAY_MS = 86_400_000;

export interface SweepParts {
  readonly store: Store;
  readonly background: Pick<Background, 'send'>;
  readonly channels: Pick<Channels, 'due'>;
  /** For how many days changes and former states are kept. */
  readonly keptDays: number;
}

/** Sends the jobs of watches and channels that are missing, whatever the reason, and removes what is too old. */
export async function sweep({ store, background, channels, keptDays }: SweepParts, signal: AbortSignal): Promise<void> {
  const nowMs = await store.use(async () => store.now());
  for (const { id, owner } of await store.use((db) => lateWatches(db, nowMs))) {
    signal.throwIfAborted();
    await background.send('watch', { key: id, data: { party: owner } });
  }
  for (const { channelId, owner, runAt } of await channels.due()) {
    signal.throwIfAborted();
    await background.send('deliver', { key: channelId, data: { party: owner }, runAt });
  }
  await store.use((db) => removeOld(db, new Date(nowMs - keptDays * DAY_MS).toISOString()));
}

const lateWatches = (db: Database, nowMs: number): Promise<{ readonly id: string; readonly owner: string }[]> =>
  db
    .selectFrom('watches')
    .select(['id', 'owner'])
    .where('paused', '=', 0)
    .where('next_at', '<', new Date(nowMs - LATE_MS).toISOString())
    .orderBy('next_at')
    .limit(MOST_AT_ONCE)
    .execute();

async function removeOld(db: Database, oldest: string): Promise<void> {
  await inSlices(() =>
    db
      .deleteFrom('watch_observations')
      .where('id', 'in', (of) =>
        of.selectFrom('watch_observations').select('id').where('until_at', '<', oldest).limit(SLICE),
      )
      .executeTakeFirstOrThrow(),
  );
  await inSlices(() =>
    db
      .deleteFrom('watch_changes')
      .where('id', 'in', (of) => of.selectFrom('watch_changes').select('id').where('at', '<', oldest).limit(SLICE))
      .executeTakeFirstOrThrow(),
  );
  const ofWatches = db.deleteFrom('snapshots').where('owner', 'like', 'watch:%');
  // A state that has lasted for longer than that is still shown.
  await ofWatches
    .where('kept_at', '<', oldest)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('watch_observations')
        .select('snapshot_id')
        .where('snapshot_id', 'is not', null)
        .$narrowType<{ snapshot_id: string }>(),
    )
    .execute();
  // What a process had kept when it was killed, for a watch that was removed then.
  await ofWatches
    .where('owner', 'not in', (of) => of.selectFrom('watches').select(sql<string>`'watch:' || id`.as('owner')))
    .execute();
}

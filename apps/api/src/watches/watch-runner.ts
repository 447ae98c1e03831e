import type { Service } from '@sonde/service';
import { createListPacing } from '@sonde/service/lists/list-pacing';
import type { WatchStep } from '@sonde/service/watches/observe';
import type { FastifyBaseLogger } from 'fastify';
import type { Channels } from '../channels/channels.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import { keepAnswers } from './keep-answers.ts';
import { measureStep } from './measure-step.ts';
import type { MeasuredWatch, StepParts } from './measured-watch.ts';
import { createOutage } from './outage.ts';
import { recordStep } from './record-step.ts';
import { memoryOf } from './watch-memory.ts';

export interface WatchRunnerParts {
  readonly service: Service;
  readonly store: Store;
  readonly snapshots: Pick<Snapshots, 'make'>;
  readonly channels: Pick<Channels, 'plan'>;
  readonly log: FastifyBaseLogger;
  /** After how long a changed fact is measured again. */
  readonly confirmSeconds: number;
  readonly hasSeveralResolvers: boolean;
  readonly places: StepParts['places'];
  /** Sends a job of this owner, in a transaction if one is given. */
  send(queue: 'watch' | 'deliver', job: OwnersJob, within?: Database): Promise<void>;
}

export interface OwnersJob {
  readonly key: string;
  readonly owner: string;
  readonly runAt: Date;
}

/** A measurement is brought forward by up to this share of the interval, so that watches spread. */
const JITTER = 0.1;
/** While all watches fail at once, each is tried again after this time. */
const AWAY_SECONDS = 300;

export interface WatchRunner {
  /** Measures a watch and writes what it has shown, if it is time. */
  check(id: string, signal: AbortSignal): Promise<void>;
}

export function createWatchRunner(parts: WatchRunnerParts): WatchRunner {
  const { service, store, log, confirmSeconds, hasSeveralResolvers, places, send } = parts;
  const pacing = createListPacing();
  const outage = createOutage((isAway) => {
    if (isAway)
      log.warn(
        'nearly all watches cannot be measured: probably the resolver or the connection of this server has failed',
      );
    else log.info('watches can be measured again');
  });

  /** Measures it later; nothing else about it changes. */
  const postpone = ({ id: key, owner }: WatchRow, seconds: number) =>
    send('watch', { key, owner, runAt: new Date(store.now() + seconds * 1000) });

  async function record(row: WatchRow, found: Extract<MeasuredWatch, { kind: 'measured' }>): Promise<void> {
    const nowMs = store.now();
    const step = found.step(nowMs);
    const nextAt = new Date(nowMs + spread(step, row) * 1000);
    await store.use((db) =>
      recordStep(db, {
        row,
        step,
        failure: found.failure,
        nowMs,
        nextAt,
        keep: () => keepAnswers(parts, row, found.answers),
        async tell(transaction, changeId) {
          const turns = await parts.channels.plan(transaction, {
            changeId,
            channelIds: await channelsOf(transaction, row.id),
            nowMs,
          });
          for (const { channelId: key, owner, runAt } of turns)
            await send('deliver', { key, owner, runAt }, transaction);
        },
        send: (transaction, runAt) => send('watch', { key: row.id, owner: row.owner, runAt }, transaction),
      }),
    );
  }

  return {
    async check(id, signal) {
      const row = await store.use((db) => db.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst());
      if (row === undefined || row.paused === 1) return;
      signal.throwIfAborted();
      const found = await measureStep(
        { service, pacing, confirmSeconds, hasSeveralResolvers, places },
        row,
        store.now(),
        signal,
      );
      signal.throwIfAborted();
      if (found.kind === 'later') return postpone(row, found.seconds);
      const { owner, target } = row;
      const isKnown = row.cannot_since === null && (memoryOf(row)?.answers ?? 0) > 0;
      const isBelieved = outage.note({ owner, target, failure: found.doubt, isKnown }, store.now());
      if (!isBelieved) return postpone(row, Math.min(row.every_s, AWAY_SECONDS));
      await record(row, found);
    },
  };
}

const spread = ({ nextSeconds }: WatchStep, { every_s }: WatchRow): number =>
  nextSeconds < every_s ? nextSeconds : nextSeconds * (1 - JITTER * Math.random());

async function channelsOf(db: Database, watchId: string): Promise<string[]> {
  const rows = await db.selectFrom('watch_channels').select('channel_id').where('watch_id', '=', watchId).execute();
  return rows.map(({ channel_id }) => channel_id);
}

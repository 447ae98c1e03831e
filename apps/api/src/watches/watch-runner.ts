import { randomUUID } from 'node:crypto';
import { watchRulesOf } from '@sonde/contract/answers/watch-rules';
import type { SnapshotPart } from '@sonde/contract/snapshots/snapshot';
import { withoutContacts } from '@sonde/contract/snapshots/withheld';
import { isToolId } from '@sonde/contract/tools/modules';
import type { Service } from '@sonde/service';
import { createListPacing } from '@sonde/service/lists/list-pacing';
import {
  observeAbsence,
  observeAnswer,
  observeFailure,
  type Watching,
  type WatchStep,
} from '@sonde/service/watches/observe';
import type { FastifyBaseLogger } from 'fastify';
import type { Channels } from '../channels/channels.ts';
import type { Snapshots } from '../snapshots/snapshots.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import { measureWatch, type WatchOutcome } from './measure-watch.ts';
import { createOutage } from './outage.ts';
import { recordStep } from './record-step.ts';
import { memoryOf, ownerOfStates } from './watch-store.ts';

export interface WatchRunnerParts {
  readonly service: Service;
  readonly store: Store;
  readonly snapshots: Pick<Snapshots, 'make'>;
  readonly channels: Pick<Channels, 'plan'>;
  readonly log: FastifyBaseLogger;
  /** After how long a changed fact is measured again. */
  readonly confirmSeconds: number;
  /** Sends a job, in a transaction if one is given. */
  send(queue: 'watch' | 'deliver', key: string, runAt: Date, within?: Database): Promise<void>;
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
  const { store, log, send } = parts;
  const pacing = createListPacing();
  const outage = createOutage((isAway) => {
    if (isAway)
      log.warn(
        'nearly all watches cannot be measured: probably the resolver or the connection of this server has failed',
      );
    else log.info('watches can be measured again');
  });

  /** Measures it later; nothing else about it changes. */
  const postpone = ({ id }: WatchRow, seconds: number) => send('watch', id, new Date(store.now() + seconds * 1000));

  async function record(row: WatchRow, found: Exclude<WatchOutcome, { kind: 'later' }>): Promise<void> {
    const nowMs = store.now();
    const step = stepOf(parts, row, found, nowMs);
    const nextAt = new Date(nowMs + spread(step, row) * 1000);
    await store.use((db) =>
      recordStep(db, {
        row,
        step,
        failure: found.kind === 'failure' ? found.code : found.kind === 'absent' ? 'not-found' : null,
        nowMs,
        nextAt,
        keep: async () => (found.kind === 'answer' ? keep(parts, row, found) : null),
        async tell(transaction, changeId) {
          const turns = await parts.channels.plan(transaction, {
            changeId,
            channelIds: await channelsOf(transaction, row.id),
            nowMs,
          });
          for (const { channelId, runAt } of turns) await send('deliver', channelId, runAt, transaction);
        },
        send: (transaction, runAt) => send('watch', row.id, runAt, transaction),
      }),
    );
  }

  return {
    async check(id, signal) {
      const row = await store.use((db) => db.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst());
      if (row === undefined || row.paused === 1) return;
      signal.throwIfAborted();
      const found = await measureWatch({ service: parts.service, pacing }, row, signal);
      signal.throwIfAborted();
      if (found.kind === 'later') return postpone(row, found.seconds);
      const isBelieved = outage.note(row.target, found.kind === 'failure' ? found.code : null, store.now());
      if (!isBelieved) return postpone(row, Math.min(row.every_s, AWAY_SECONDS));
      await record(row, found);
    },
  };
}

function stepOf(
  { confirmSeconds }: WatchRunnerParts,
  row: WatchRow,
  found: Exclude<WatchOutcome, { kind: 'later' }>,
  nowMs: number,
): WatchStep {
  const memory = memoryOf(row);
  const watching: Watching = {
    rules: isToolId(row.tool) ? watchRulesOf(row.tool) : {},
    quiet: JSON.parse(row.quiet) as string[],
    everySeconds: row.every_s,
    confirmSeconds,
    newId: randomUUID,
  };
  if (found.kind === 'absent') return observeAbsence(memory, watching, nowMs);
  if (found.kind === 'failure') return observeFailure(memory, watching, found.code, nowMs);
  return observeAnswer(memory, watching, { facts: found.facts, ends: found.ends, atMs: nowMs });
}

const spread = ({ nextSeconds }: WatchStep, { every_s }: WatchRow): number =>
  nextSeconds < every_s ? nextSeconds : nextSeconds * (1 - JITTER * Math.random());

async function channelsOf(db: Database, watchId: string): Promise<string[]> {
  const rows = await db.selectFrom('watch_channels').select('channel_id').where('watch_id', '=', watchId).execute();
  return rows.map(({ channel_id }) => channel_id);
}

/** Keeps the answer for the owner of the watch; null if there is no room, so that only its facts are kept. */
async function keep(
  { snapshots, log }: WatchRunnerParts,
  row: WatchRow,
  { tool, outcome }: Extract<WatchOutcome, { kind: 'answer' }>,
): Promise<string | null> {
  const { answer, fields } = withoutContacts(tool.id, outcome._data ?? {});
  const measuredAt = outcome._data?.['checkedAt'];
  const part: SnapshotPart = {
    tool: tool.id,
    target: row.target,
    key: `${tool.path}?${new URLSearchParams(JSON.parse(row.query) as Record<string, string>)}`,
    measuredAt: typeof measuredAt === 'string' ? measuredAt : null,
    withheld: [...fields],
    outcome: { ...outcome, _data: answer },
  };
  try {
    const made = await snapshots.make({ target: row.target, parts: [part] }, ownerOfStates(row.id), async () => {});
    return made.id;
  } catch (err) {
    log.info({ err }, 'the answer of a watch was not kept');
    return null;
  }
}

import { randomUUID } from 'node:crypto';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { ChannelRow } from '../stores/watch-tables.ts';
import { GAP_MS, nextDigest, pauseAfter } from './backoff.ts';
import type { ToldChange } from './told.ts';
import { changesOf } from './watched-changes.ts';

/** When the deliveries of a channel have to be looked at. */
export interface ChannelTurn {
  readonly channelId: string;
  readonly owner: string;
  readonly runAt: Date;
}

/** What is due for a channel now; `nextAt`: when to look again if nothing is, null if nothing waits. */
export interface Due {
  readonly channel: ChannelRow;
  readonly told: readonly ToldChange[];
  readonly nextAt: Date | null;
}

interface Planned {
  readonly changeId: string;
  readonly channelIds: readonly string[];
  readonly nowMs: number;
}

/** How many deliveries one message holds. */
const MOST = { webhook: 1, ntfy: 10, mail: 100 } as const;
const MAX_TURNS = 1_000;

const iso = (ms: number) => new Date(ms).toISOString();

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** What is told to channels and what has become of it. Every function throws ToolError `store-failed`. */
export function createDeliveryStore(store: Store) {
  return {
    plan,
    due: (channelId: string): Promise<Due | null> => store.use((db) => dueOf(db, channelId, store.now())),
    /** Deliveries have arrived. */
    done: (channelId: string, ids: readonly string[], reply: string): Promise<void> =>
      store.use((db) =>
        db.transaction().execute(async (transaction) => {
          const now = iso(store.now());
          if (ids.length > 0) {
            await transaction
              .updateTable('deliveries')
              .set(({ eb }) => ({ done_at: now, reply, attempt: eb('attempt', '+', 1) }))
              .where('id', 'in', ids)
              .execute();
          }
          const works = { failures: 0, failing_since: null, rests_until: null, sent_at: now, last_reply: reply };
          await transaction.updateTable('channels').set(works).where('id', '=', channelId).execute();
        }),
      ),
    /** Deliveries have not arrived. Returns whether the channel rests from now on. */
    failed: (channel: ChannelRow, ids: readonly string[], outcome: { reply: string; isGone: boolean }) =>
      store.use((db) =>
        db
          .transaction()
          .execute((transaction) => noteFailure(transaction, channel, ids, { ...outcome, nowMs: store.now() })),
      ),
    /** A test has not arrived; the pauses between attempts stay as they are. */
    noteTest: ({ id }: ChannelRow, reply: string): Promise<void> =>
      store.use(async (db) => {
        await db.updateTable('channels').set({ last_reply: reply }).where('id', '=', id).execute();
      }),
    /** The channels for which deliveries wait. */
    turns: async (): Promise<readonly ChannelTurn[]> =>
      store.mayHoldData() ? store.use((db) => turnsOf(db, store.now())) : [],
    /** How many deliveries wait for each of these channels. */
    waiting: (channelIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      channelIds.length === 0 ? Promise.resolve(new Map()) : store.use((db) => countWaiting(db, channelIds)),
  };
}

/** A channel that rests is looked at again only after a test. */
const rests = ({ failing_since, rests_until }: ChannelRow) => failing_since !== null && rests_until === null;

/** Adds a delivery for each proved channel, in the transaction that confirms a change; a repeated call adds nothing. */
async function plan(transaction: Database, { changeId, channelIds, nowMs }: Planned): Promise<readonly ChannelTurn[]> {
  if (channelIds.length === 0) return [];
  const channels = await transaction
    .selectFrom('channels')
    .selectAll()
    .where('id', 'in', channelIds)
    .where('proved_at', 'is not', null)
    .execute();
  for (const { id, pace } of channels) {
    const next_at = iso(pace === 'daily' ? nextDigest(nowMs) : nowMs);
    const row = { id: randomUUID(), channel_id: id, change_id: changeId, made_at: iso(nowMs), next_at };
    await transaction
      .insertInto('deliveries')
      .values({ ...row, attempt: 0, done_at: null, reply: null })
      .onConflict((conflict) => conflict.columns(['channel_id', 'change_id']).doNothing())
      .execute();
  }
  return channels.filter((channel) => !rests(channel)).map((channel) => turnOf(channel, nowMs, nowMs));
}

/** When a channel may be told something that is due at `atMs`. */
function turnOf(channel: ChannelRow, atMs: number, nowMs: number): ChannelTurn {
  const { id, owner, kind, pace, rests_until, sent_at } = channel;
  const due = pace === 'daily' ? Math.max(atMs, nextDigest(nowMs)) : atMs;
  return { channelId: id, owner, runAt: new Date(Math.max(due, ...pausesOf({ kind, rests_until, sent_at }))) };
}

const pausesOf = ({ kind, rests_until, sent_at }: Pick<ChannelRow, 'kind' | 'rests_until' | 'sent_at'>): number[] => [
  ...(rests_until === null ? [] : [Date.parse(rests_until)]),
  ...(sent_at === null ? [] : [Date.parse(sent_at) + GAP_MS[kind]]),
];

async function dueOf(db: Database, channelId: string, nowMs: number): Promise<Due | null> {
  const channel = await db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirst();
  if (channel === undefined || channel.proved_at === null || rests(channel)) return null;
  const waiting = await db
    .selectFrom('deliveries')
    .select(['id', 'change_id', 'next_at'])
    .where('channel_id', '=', channelId)
    .where('done_at', 'is', null)
    .orderBy('next_at')
    .orderBy('made_at')
    .orderBy('id')
    .limit(MOST[channel.kind])
    .execute();
  const [first] = waiting;
  if (first === undefined) return { channel, told: [], nextAt: null };
  const runAtMs = Math.max(Date.parse(first.next_at), ...pausesOf(channel));
  if (runAtMs > nowMs) return { channel, told: [], nextAt: new Date(runAtMs) };
  const due = waiting.filter(({ next_at }) => next_at <= iso(nowMs));
  return { channel, told: await changesOf(db, due), nextAt: null };
}

interface Failed {
  readonly reply: string;
  readonly isGone: boolean;
  readonly nowMs: number;
}

async function noteFailure(
  db: Database,
  { id, failures, failing_since }: ChannelRow,
  ids: readonly string[],
  { reply, isGone, nowMs }: Failed,
): Promise<boolean> {
  if (ids.length > 0) {
    await db
      .updateTable('deliveries')
      .set(({ eb }) => ({ reply, attempt: eb('attempt', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
  }
  const pause = isGone ? null : pauseAfter(failures + 1);
  await db
    .updateTable('channels')
    .set({
      failures: failures + 1,
      failing_since: failing_since ?? iso(nowMs),
      rests_until: pause === null ? null : iso(nowMs + pause),
      sent_at: iso(nowMs),
      last_reply: reply,
    })
    .where('id', '=', id)
    .execute();
  return pause === null;
}

async function turnsOf(db: Database, nowMs: number): Promise<readonly ChannelTurn[]> {
  const rows = await db
    .selectFrom('channels')
    .innerJoin('deliveries', 'deliveries.channel_id', 'channels.id')
    .selectAll('channels')
    .select(({ fn }) => fn.min('deliveries.next_at').as('first_at'))
    .where('deliveries.done_at', 'is', null)
    .where('channels.proved_at', 'is not', null)
    .groupBy('channels.id')
    .limit(MAX_TURNS)
    .execute();
  return rows
    .filter((row) => !rests(row))
    .map((row) => ({
      channelId: row.id,
      owner: row.owner,
      runAt: new Date(Math.max(Date.parse(row.first_at ?? iso(nowMs)), ...pausesOf(row))),
    }));
}

async function countWaiting(db: Database, channelIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['channel_id', fn.countAll().as('waiting')])
    .where('channel_id', 'in', channelIds)
    .where('done_at', 'is', null)
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map(({ channel_id, waiting }) => [channel_id, Number(waiting)]));
}

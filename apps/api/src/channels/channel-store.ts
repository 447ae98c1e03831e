import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { MAX_CHANNELS } from '@sonde/contract/watch/channel';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { ChannelRow } from '../stores/watch-tables.ts';
import { newSecret } from './signature.ts';

const CODE_DIGITS = 6;
const CODE_MS = 3_600_000;
/** Wrong codes before a new one has to be sent. */
const MAX_TRIES = 5;

const iso = (ms: number) => new Date(ms).toISOString();
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** A channel that is about to be proved, with its code. */
export interface NewChannel {
  readonly channel: ChannelRow;
  readonly code: string;
}

export type Wish = Pick<ChannelRow, 'kind' | 'address' | 'pace'>;

export type ChannelStore = ReturnType<typeof createChannelStore>;

/** The rows of channels. Every function throws ToolError `store-failed`. */
export function createChannelStore(store: Store) {
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? store.use(work) : empty;
  return {
    /**
     * Stores a channel with a new code. One of the same address that was never proved gets a new code and keeps its secret.
     * @throws ToolError `invalid-input` for an address that is proved already, and for too many channels
     */
    add: (owner: string, wish: Wish): Promise<NewChannel> =>
      store.use((db) => db.transaction().execute((transaction) => insert(transaction, owner, wish, store.now()))),
    /** @throws ToolError `not-found`; `invalid-input` for a wrong or outdated code */
    prove: (owner: string, id: string, code: string): Promise<ChannelRow> =>
      store.use((db) => prove(db, { owner, id, code, nowMs: store.now() })),
    all: (owner: string): Promise<ChannelRow[]> => read([], (db) => channelsOf(db, owner)),
    /** @throws ToolError `not-found`, also for a channel of another owner. */
    find: (owner: string, id: string): Promise<ChannelRow> =>
      read(null, async (db) => (await rowOf(db, id)) ?? null).then((row) => {
        if (row === null || row.owner !== owner) throw noChannel();
        return row;
      }),
    byId: (id: string): Promise<ChannelRow | null> => read(null, async (db) => (await rowOf(db, id)) ?? null),
    remove: (id: string): Promise<number> =>
      read(0, async (db) => {
        const gone = await db.deleteFrom('channels').where('id', '=', id).executeTakeFirstOrThrow();
        return Number(gone.numDeletedRows);
      }),
  };
}

const noChannel = () => new ToolError('not-found', 'There is no such channel.');
const wrongCode = (message: string) => new ToolError('invalid-input', message, { field: 'code' });

const channelsOf = (db: Database, owner: string) =>
  db.selectFrom('channels').selectAll().where('owner', '=', owner).orderBy('made_at').orderBy('id').execute();

const rowOf = (db: Database, id: string) =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();

async function insert(db: Database, owner: string, wish: Wish, nowMs: number): Promise<NewChannel> {
  await lockMemberData(db, owner);
  const before = await channelsOf(db, owner);
  const same = before.find(({ kind, address }) => kind === wish.kind && address === wish.address);
  if (same !== undefined && same.proved_at !== null)
    throw new ToolError('invalid-input', 'You have this channel already.', { field: 'address' });
  if (same === undefined && before.length >= MAX_CHANNELS)
    throw new ToolError('invalid-input', `At most ${MAX_CHANNELS} channels are possible.`, { field: 'address' });
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const proof = { code_hash: hashOf(code), code_until: iso(nowMs + CODE_MS), tries: 0 };
  if (same !== undefined) {
    const channel = { ...same, ...wish, ...proof };
    await db
      .updateTable('channels')
      .set({ ...wish, ...proof })
      .where('id', '=', same.id)
      .execute();
    return { channel, code };
  }
  const channel = { ...unproved, ...wish, ...proof, id: randomUUID(), owner, secret: newSecret(), made_at: iso(nowMs) };
  await db.insertInto('channels').values(channel).execute();
  return { channel, code };
}

const unproved = {
  proved_at: null,
  failures: 0,
  failing_since: null,
  rests_until: null,
  sent_at: null,
  last_reply: null,
};

interface Proof {
  readonly owner: string;
  readonly id: string;
  readonly code: string;
  readonly nowMs: number;
}

async function prove(db: Database, { owner, id, code, nowMs }: Proof): Promise<ChannelRow> {
  const row = await db
    .updateTable('channels')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noChannel();
  if (row.proved_at !== null) return row;
  const { code_hash: hash, code_until: until } = row;
  if (row.tries > MAX_TRIES || hash === null || until === null || until <= iso(nowMs))
    throw wrongCode('This code has expired. Add the channel again: then a new code is sent.');
  if (!timingSafeEqual(Buffer.from(hashOf(code.trim())), Buffer.from(hash))) throw wrongCode('This is not the code.');
  const proved = { proved_at: iso(nowMs), code_hash: null, code_until: null };
  await db.updateTable('channels').set(proved).where('id', '=', id).execute();
  return { ...row, ...proved };
}

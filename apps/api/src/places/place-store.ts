import { ToolError } from '@sonde/contract';
import { agentOf } from '@sonde/service/places/identity';
import { createJoinCode, hashOfJoinCode, JOIN_CODE_MS } from '@sonde/service/places/join-code';
import type { NewPlace } from '@sonde/service/places/new-place';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import type { PlaceRow } from './place-row.ts';

export interface StoredPlace extends Omit<NewPlace, 'confirmsItself'> {
  /** The id of its agent; null before one has joined. */
  readonly agent: string | null;
  readonly publicKey: string | null;
  readonly isConfirmed: boolean;
}

/** An agent has joined as this place. */
export interface Joined {
  readonly id: string;
  readonly name: string;
  readonly isConfirmed: boolean;
}

/** Far more than one operator has. */
const MAX_PLACES = 2_000;

const iso = (ms: number) => new Date(ms).toISOString();

export type PlaceStore = ReturnType<typeof createPlaceStore>;

/** The places and the keys of their agents. Every function throws ToolError `store-failed`. */
export function createPlaceStore(store: Store) {
  const ifAny = async <T>(work: () => Promise<T>, none: T): Promise<T> => (store.mayHoldData() ? work() : none);
  return {
    /** Adds a place and returns the code with which its agent joins. @throws ToolError `invalid-input`. */
    add: (place: NewPlace): Promise<string> => addPlace(store, place),
    list: () =>
      ifAny(
        async () => (await store.use((db) => db.selectFrom('places').selectAll().orderBy('id').execute())).map(placeOf),
        [],
      ),
    /** Changes whenever a place is confirmed or removed, or gets another key, and costs less than to read them all. */
    version: (): Promise<string> => ifAny(async () => Object.values(await store.use(confirmedIn)).join(' '), ''),
    /** How many places are confirmed. */
    count: (): Promise<number> => ifAny(async () => (await store.use(confirmedIn)).count, 0),
    /** The public keys of the agents that may connect, by the id of their place. */
    confirmed: (): Promise<ReadonlyMap<string, string | null>> =>
      ifAny(async () => {
        const rows = await store.use((db) =>
          db.selectFrom('places').select(['id', 'public_key']).where('confirmed_at', 'is not', null).execute(),
        );
        return new Map(rows.map(({ id, public_key }) => [id, public_key]));
      }, new Map()),
    /** The confirmed place whose agent has this id; null if there is none. */
    find: (agent: string): Promise<StoredPlace | null> =>
      ifAny(async () => {
        const row = await store.use((db) =>
          db.selectFrom('places').selectAll().where('agent', '=', agent).executeTakeFirst(),
        );
        return row === undefined || row.confirmed_at === null ? null : placeOf(row);
      }, null),
    /** Uses up the code, and stores the key. Null for a code that is unknown, used or too old. */
    join: (codeHash: string, publicKey: string): Promise<Joined | null> =>
      ifAny(
        () =>
          store.use(async (db) => {
            const now = iso(store.now());
            const row = await db
              .updateTable('places')
              .set({ agent: agentOf(publicKey), public_key: publicKey, code_hash: null, code_expires_at: null })
              .where('code_hash', '=', codeHash)
              .where('code_expires_at', '>', now)
              .returning(['id', 'name', 'confirms_itself'])
              .executeTakeFirst();
            if (row === undefined) return null;
            const isConfirmed = row.confirms_itself === 1;
            if (isConfirmed)
              await db.updateTable('places').set({ confirmed_at: now }).where('id', '=', row.id).execute();
            return { id: row.id, name: row.name, isConfirmed };
          }),
        null,
      ),
    /** Replaces the key of a confirmed place. False if no agent with this id may connect. */
    replaceKey: (agent: string, publicKey: string): Promise<boolean> =>
      ifAny(() => replaceKey(store, agent, publicKey), false),
    /** False if there is no such place, or no agent has joined as it. */
    confirm: (id: string): Promise<boolean> =>
      ifAny(async () => {
        const changed = await store.use((db) =>
          db
            .updateTable('places')
            .set({ confirmed_at: iso(store.now()) })
            .where('id', '=', id)
            .where('agent', 'is not', null)
            .returning('id')
            .execute(),
        );
        return changed.length > 0;
      }, false),
    /** False if there is no such place. */
    remove: (id: string): Promise<boolean> =>
      ifAny(async () => {
        const gone = await store.use((db) => db.deleteFrom('places').where('id', '=', id).returning('id').execute());
        return gone.length > 0;
      }, false),
  };
}

/** How many places are confirmed, and when the last one was. */
async function confirmedIn(db: Database): Promise<{ count: number; last: string | null }> {
  const { count, last } = await db
    .selectFrom('places')
    .select(({ fn }) => [fn.count<number | string>('confirmed_at').as('count'), fn.max('confirmed_at').as('last')])
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in bigint, which is read as text.
  return { count: Number(count), last };
}

/** Adds a place and returns the code with which its agent joins. @throws ToolError `invalid-input` if the id is taken. */
async function addPlace(store: Store, { confirmsItself, ...place }: NewPlace): Promise<string> {
  const code = createJoinCode();
  await store.use(async (db) => {
    const ids = await db.selectFrom('places').select('id').limit(MAX_PLACES).execute();
    if (ids.some(({ id }) => id === place.id))
      throw new ToolError('invalid-input', `There is a place ${place.id} already.`, { field: 'id' });
    if (ids.length >= MAX_PLACES) throw new ToolError('invalid-input', `There are ${MAX_PLACES} places already.`);
    const row = { ...emptyRow, ...place, confirms_itself: confirmsItself ? 1 : 0, made_at: iso(store.now()) };
    const code_expires_at = iso(store.now() + JOIN_CODE_MS);
    await db
      .insertInto('places')
      .values({ ...row, code_hash: hashOfJoinCode(code), code_expires_at })
      .execute();
  });
  return code;
}

async function replaceKey(store: Store, agent: string, publicKey: string): Promise<boolean> {
  // All hubs notice it by the time.
  const next = { agent: agentOf(publicKey), public_key: publicKey, confirmed_at: iso(store.now()) };
  const changed = await store.use((db) =>
    db
      .updateTable('places')
      .set(next)
      .where('agent', '=', agent)
      .where('confirmed_at', 'is not', null)
      .returning('id')
      .execute(),
  );
  return changed.length > 0;
}

const emptyRow = { agent: null, public_key: null, confirmed_at: null } as const;

function placeOf({ public_key, confirmed_at, ...row }: PlaceRow): StoredPlace {
  const { id, name, city, country, asn, latitude, longitude, agent } = row;
  const stated = { id, name, city, country, asn, latitude, longitude };
  return { ...stated, agent, publicKey: public_key, isConfirmed: confirmed_at !== null };
}

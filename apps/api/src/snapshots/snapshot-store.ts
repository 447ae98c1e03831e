import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { MAX_ACCOUNT_SNAPSHOTS, type Snapshot, type SnapshotEntry } from '@sonde/contract/snapshots/snapshot';
import type { PublicKeyJwk } from '@sonde/service/snapshots/signing-key';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database, Tables } from '../stores/tables.ts';
import { BadgeFacts } from './badge.ts';
import { accountIsFull, MAX_ACCOUNT_BYTES, MAX_ANONYMOUS_BYTES, roomIsFull } from './sizes.ts';
import { fromStored, headOf, type StoredResults, targetsIn } from './snapshot-rows.ts';
import { withStore } from './store-words.ts';

/** Owner and lifetime of a new snapshot. */
export interface Keeping {
  /** Null without an account. */
  readonly owner: string | null;
  /** Lifetime in milliseconds; null: until it is deleted. */
  readonly forMs: number | null;
  /** Null if only the owner can delete it. */
  readonly revokeToken: string | null;
}

export interface FoundSnapshot {
  readonly snapshot: Snapshot;
  readonly expiresAt: string | null;
}

/** What is known of a snapshot without reading its results. */
export interface DescribedSnapshot {
  /** What it is about. */
  readonly targets: readonly string[];
  /** The size of its results as JSON; null for a snapshot of an earlier version that was not read yet. */
  readonly bytes: number | null;
  /** Null for a snapshot of an earlier version whose badge was not requested yet. */
  readonly badge: BadgeFacts | null;
}

/** A snapshot to be stored. */
export interface NewSnapshot {
  /** Signs it with the time by the store's clock. */
  make(keptAt: string): Snapshot;
  readonly results: StoredResults;
  readonly badge: BadgeFacts;
  readonly publicKey: PublicKeyJwk;
}

/** Snapshots in the store. Every method throws ToolError `store-failed`. */
export interface SnapshotStore {
  /** @throws ToolError `invalid-input` if the account is full; `busy` if those without an account fill their room. */
  add(made: NewSnapshot, keeping: Keeping): Promise<FoundSnapshot>;
  /** Null if there is no snapshot with this id, or it has expired. */
  describe(id: string): Promise<DescribedSnapshot | null>;
  /** Stores what a snapshot of an earlier version lacks. */
  complete(id: string, size: number, badge: BadgeFacts): Promise<void>;
  /** Null if there is no snapshot with this id, or it has expired. */
  find(id: string): Promise<FoundSnapshot | null>;
  /** Deletes a snapshot if this is its token. Returns whether it did. */
  revoke(id: string, token: string): Promise<boolean>;
  /** The snapshots of an owner, newest first. */
  list(owner: string): Promise<readonly SnapshotEntry[]>;
  /** Deletes a snapshot of this owner. Returns the number of deleted ones: 0 or 1. */
  remove(owner: string, id: string): Promise<number>;
  /** Every key that has signed snapshots here, newest first. */
  keys(): Promise<readonly { readonly x: string; readonly firstUsedAt: string }[]>;
}

const iso = (ms: number) => new Date(ms).toISOString();

export interface SnapshotLimits {
  /** Per account. */
  readonly maxOfAccount?: number;
  readonly maxBytesOfAccount?: number;
  /** Of all snapshots without an account. */
  readonly maxAnonymousBytes?: number;
}

export function createSnapshotStore(store: Store, limits: SnapshotLimits = {}): SnapshotStore {
  /** Reads only if the store contains data, since opening it would create it. */
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? use(work) : empty;
  const use = <T>(work: (db: Database) => Promise<T>): Promise<T> => withStore(() => store.use(work));

  return {
    add: (made, keeping) =>
      use(async (db) => {
        const nowMs = store.now();
        const expiresAt = keeping.forMs === null ? null : iso(nowMs + keeping.forMs);
        const snapshot = made.make(iso(nowMs));
        await insert(db, { snapshot, expiresAt }, made, { ...keeping, ...limits });
        return { snapshot, expiresAt };
      }),
    describe: (id) => read(null, async (db) => describe(await rowOf(db, id, iso(store.now())))),
    complete: (id, bytes, badge) =>
      use(async (db) => {
        const set = { bytes, badge: JSON.stringify(badge) };
        await db.updateTable('snapshots').set(set).where('id', '=', id).execute();
      }),
    find: (id) => read(null, (db) => find(db, id, iso(store.now()))),
    revoke: (id, token) => read(false, (db) => revoke(db, id, token)),
    list: (owner) => read([], (db) => list(db, owner)),
    remove: (owner, id) => read(0, (db) => remove(db, owner, id)),
    keys: () =>
      read([], async (db) => {
        const rows = await db.selectFrom('signing_keys').selectAll().orderBy('first_used_at', 'desc').execute();
        return rows.map(({ x, first_used_at }) => ({ x, firstUsedAt: first_used_at }));
      }),
  };
}

async function insert(
  db: Database,
  { snapshot, expiresAt }: FoundSnapshot,
  { results, badge, publicKey: { kid, x } }: NewSnapshot,
  { owner, revokeToken, ...limits }: Keeping & SnapshotLimits,
): Promise<void> {
  const { bodies, bytes, storedBytes: stored_bytes } = results;
  const { id, target, parts, keptAt } = snapshot;
  await db.transaction().execute(async (transaction) => {
    await checkQuota(transaction, owner, stored_bytes, limits);
    for (const { sha256, body } of bodies) {
      await transaction
        .insertInto('snapshot_bodies')
        .values({ sha256, body, used_at: keptAt })
        // The update locks the row until the transaction ends, so that no cleanup removes it meanwhile.
        .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ used_at: keptAt }))
        .execute();
    }
    const tools = parts.map(({ tool }) => tool).join(' ');
    const revoke_hash = revokeToken === null ? null : hashOf(revokeToken);
    const head = headOf(snapshot, results);
    const row = { id, target, tools, head, kept_at: keptAt, owner, expires_at: expiresAt, revoke_hash };
    const sizes = { bytes, stored_bytes, badge: JSON.stringify(badge) };
    await transaction
      .insertInto('snapshots')
      .values({ ...row, ...sizes })
      .execute();
    const places = bodies.map(({ sha256 }, position) => ({ snapshot_id: id, position, sha256 }));
    await transaction.insertInto('snapshot_parts').values(places).execute();
    await transaction
      .insertInto('signing_keys')
      .values({ id: kid, x, first_used_at: keptAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function checkQuota(
  transaction: Database,
  owner: string | null,
  bytes: number,
  {
    maxOfAccount = MAX_ACCOUNT_SNAPSHOTS,
    maxBytesOfAccount = MAX_ACCOUNT_BYTES,
    maxAnonymousBytes = MAX_ANONYMOUS_BYTES,
  }: SnapshotLimits,
): Promise<void> {
  if (owner !== null) await lockMemberData(transaction, owner);
  const { count, used } = await transaction
    .selectFrom('snapshots')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('stored_bytes').as('used')])
    .where('owner', owner === null ? 'is' : '=', owner)
    .executeTakeFirstOrThrow();
  const all = Number(used ?? 0) + bytes;
  if (owner === null) {
    if (all > maxAnonymousBytes) throw roomIsFull();
    return;
  }
  if (all > maxBytesOfAccount) throw accountIsFull();
  if (Number(count) < maxOfAccount) return;
  throw new ToolError(
    'invalid-input',
    `An account keeps at most ${maxOfAccount.toLocaleString('en')} results: delete one on the dashboard first.`,
  );
}

const rowOf = (db: Database, id: string, now: string) =>
  db
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();

function describe(row: Tables['snapshots'] | undefined): DescribedSnapshot | null {
  if (row === undefined) return null;
  return { targets: targetsIn(row), bytes: row.bytes, badge: readBadge(row.badge) };
}

/** Null if there is none, or it is damaged. */
function readBadge(text: string | null): BadgeFacts | null {
  try {
    return BadgeFacts.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

async function find(db: Database, id: string, now: string): Promise<FoundSnapshot | null> {
  const row = await rowOf(db, id, now);
  const snapshot = row === undefined ? null : await fromStored(db, row);
  return row === undefined || snapshot === null ? null : { snapshot, expiresAt: row.expires_at };
}

async function revoke(db: Database, id: string, token: string): Promise<boolean> {
  const row = await db.selectFrom('snapshots').select('revoke_hash').where('id', '=', id).executeTakeFirst();
  const known = row?.revoke_hash ?? hashOf('');
  const isGranted = timingSafeEqual(Buffer.from(known), Buffer.from(hashOf(token)));
  if (!isGranted || token === '') return false;
  return (await removeWhere(db, id, null)) > 0;
}

const remove = (db: Database, owner: string, id: string) => removeWhere(db, id, owner);

async function removeWhere(db: Database, id: string, owner: string | null): Promise<number> {
  const parts = await db.selectFrom('snapshot_parts').select('sha256').where('snapshot_id', '=', id).execute();
  let query = db.deleteFrom('snapshots').where('id', '=', id);
  if (owner !== null) query = query.where('owner', '=', owner);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  const bodies = parts.map(({ sha256 }) => sha256);
  // May fail for a body that is being kept again at this moment; the cleanup removes what remains unused.
  if (numDeletedRows > 0 && bodies.length > 0) await removeUnused(db, bodies).catch(() => undefined);
  return Number(numDeletedRows);
}

async function removeUnused(db: Database, bodies: readonly string[]): Promise<void> {
  await db
    .deleteFrom('snapshot_bodies')
    .where('sha256', 'in', bodies)
    .where('sha256', 'not in', (of) => of.selectFrom('snapshot_parts').select('sha256'))
    .execute();
}

async function list(db: Database, owner: string): Promise<SnapshotEntry[]> {
  const rows = await db
    .selectFrom('snapshots')
    .select(['id', 'tools', 'target', 'kept_at'])
    .where('owner', '=', owner)
    .orderBy('kept_at', 'desc')
    .orderBy('id')
    .limit(MAX_ACCOUNT_SNAPSHOTS)
    .execute();
  return rows.map(({ id, tools, target, kept_at }) => ({ id, tools: tools.split(' '), target, keptAt: kept_at }));
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

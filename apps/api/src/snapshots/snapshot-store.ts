import { createHash, timingSafeEqual } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { MAX_ACCOUNT_SNAPSHOTS, type Snapshot, type SnapshotEntry } from '@sonde/contract/snapshots/snapshot';
import type { PublicKeyJwk } from '@sonde/service/snapshots/signing-key';
import { lockMemberData } from '../accounts/history/member-data.ts';
import type { Store } from '../stores/store.ts';
import type { Database } from '../stores/tables.ts';
import { fromStored, toStored } from './snapshot-rows.ts';
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

/** Snapshots in the store. Every method throws ToolError `store-failed`. */
export interface SnapshotStore {
  /** Stores the snapshot that `make` returns for the current time by the store's clock. */
  add(make: (keptAt: string) => Snapshot, publicKey: PublicKeyJwk, keeping: Keeping): Promise<FoundSnapshot>;
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

/** @param maxOfAccount the maximum number of snapshots per account. */
export function createSnapshotStore(store: Store, maxOfAccount = MAX_ACCOUNT_SNAPSHOTS): SnapshotStore {
  /** Reads only if the store contains data, since opening it would create it. */
  const read = async <T>(empty: T, work: (db: Database) => Promise<T>): Promise<T> =>
    store.mayHoldData() ? use(work) : empty;
  const use = <T>(work: (db: Database) => Promise<T>): Promise<T> => withStore(() => store.use(work));

  return {
    add: (make, publicKey, keeping) =>
      use(async (db) => {
        const nowMs = store.now();
        const expiresAt = keeping.forMs === null ? null : iso(nowMs + keeping.forMs);
        const snapshot = make(iso(nowMs));
        await insert(db, { snapshot, expiresAt }, publicKey, { ...keeping, maxOfAccount });
        return { snapshot, expiresAt };
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
  { kid, x }: PublicKeyJwk,
  { owner, revokeToken, maxOfAccount }: Keeping & { readonly maxOfAccount: number },
): Promise<void> {
  const { head, bodies } = await toStored(snapshot);
  const { id, target, parts, keptAt } = snapshot;
  await db.transaction().execute(async (transaction) => {
    if (owner !== null) await checkQuota(transaction, owner, maxOfAccount);
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
    const row = { id, target, tools, head, kept_at: keptAt, owner, expires_at: expiresAt, revoke_hash };
    await transaction.insertInto('snapshots').values(row).execute();
    const places = bodies.map(({ sha256 }, position) => ({ snapshot_id: id, position, sha256 }));
    await transaction.insertInto('snapshot_parts').values(places).execute();
    await transaction
      .insertInto('signing_keys')
      .values({ id: kid, x, first_used_at: keptAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function checkQuota(transaction: Database, owner: string, max: number): Promise<void> {
  await lockMemberData(transaction, owner);
  const { count } = await transaction
    .selectFrom('snapshots')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  if (Number(count) < max) return;
  throw new ToolError(
    'invalid-input',
    `An account keeps at most ${max.toLocaleString('en')} results: delete one on the dashboard first.`,
  );
}

async function find(db: Database, id: string, now: string): Promise<FoundSnapshot | null> {
  const row = await db
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
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

import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { canonicalJson } from '@sonde/service/snapshots/canonical-json';
import { stateOf } from '@sonde/service/watches/memory';
import type { FoundChange, WatchStep } from '@sonde/service/watches/observe';
import type { Database } from '../stores/tables.ts';
import type { WatchRow } from '../stores/watch-tables.ts';
import { nextConfirmation } from './next-confirmation.ts';

const compress = promisify(gzip);
const iso = (ms: number) => new Date(ms).toISOString();

/** What a measurement has shown, to be written. */
export interface StepToRecord {
  readonly row: WatchRow;
  readonly step: WatchStep;
  /** The code of the failure; null for an answer. */
  readonly failure: string | null;
  readonly nowMs: number;
  readonly nextAt: Date;
  /** Keeps the answer under a link of its own; called only for a state that is new. Null if that is not possible. */
  keep(): Promise<string | null>;
  /** Called for each change that is confirmed, in the transaction. */
  tell(transaction: Database, changeId: string): Promise<void>;
  /** Sends the job of the next measurement, in the transaction. */
  send(transaction: Database, runAt: Date): Promise<void>;
}

interface State {
  readonly sha256: string;
  readonly facts: Buffer;
}

/**
 * Writes what a measurement has shown, in one transaction: all of it, or nothing if another measurement of the watch was
 * written since this one began. Returns whether it was written.
 */
export async function recordStep(db: Database, given: StepToRecord): Promise<boolean> {
  const { row, failure, step } = given;
  const isTold = failure === null || step.memory.cannot !== null;
  const state = failure === null ? await stateIn(step) : null;
  const last = await lastObservation(db, row.id);
  const isSame = last !== undefined && (last.facts_sha256 ?? null) === (state?.sha256 ?? null);
  const snapshot_id = isSame || state === null ? null : await given.keep();
  const isWritten = await db.transaction().execute(async (transaction) => {
    if (!(await writeWatch(transaction, given))) return false;
    if (isTold && isSame) {
      const until = { until_at: iso(given.nowMs) };
      await transaction.updateTable('watch_observations').set(until).where('id', '=', last.id).execute();
    } else if (isTold) await addObservation(transaction, given, state, snapshot_id);
    const isConfirmed = step.changes.some((change) => change.state === 'confirmed' && change.isKnown !== true);
    const confirmedAt = isConfirmed ? await nextConfirmation(transaction, row.owner, given.nowMs) : null;
    for (const change of step.changes) await writeChange(transaction, given, { change, confirmedAt });
    await given.send(transaction, given.nextAt);
    return true;
  });
  // The watch was removed or measured meanwhile: nobody would find what was kept for it.
  if (!isWritten && snapshot_id !== null) await db.deleteFrom('snapshots').where('id', '=', snapshot_id).execute();
  return isWritten;
}

async function stateIn({ memory }: WatchStep): Promise<State> {
  const text = canonicalJson(stateOf(memory));
  return { sha256: createHash('sha256').update(text).digest('hex'), facts: await compress(text) };
}

const lastObservation = (db: Database, watchId: string) =>
  db
    .selectFrom('watch_observations')
    .select(['id', 'facts_sha256'])
    .where('watch_id', '=', watchId)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst();

async function writeWatch(db: Database, { row, step, failure, nowMs, nextAt }: StepToRecord): Promise<boolean> {
  const cannotSince = step.memory.cannot === null ? null : (row.cannot_since ?? iso(nowMs));
  const { numUpdatedRows } = await db
    .updateTable('watches')
    .set({
      memory: JSON.stringify(step.memory),
      failure,
      cannot_since: cannotSince,
      ends: JSON.stringify(step.memory.ends),
      checked_at: iso(nowMs),
      next_at: nextAt.toISOString(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

async function addObservation(
  db: Database,
  { row, failure, nowMs }: StepToRecord,
  state: State | null,
  snapshot_id: string | null,
): Promise<void> {
  const now = iso(nowMs);
  await db
    .insertInto('watch_observations')
    .values({
      id: randomUUID(),
      watch_id: row.id,
      from_at: now,
      until_at: now,
      facts_sha256: state?.sha256 ?? null,
      facts: state?.facts ?? null,
      snapshot_id,
      failure,
    })
    .execute();
}

interface ChangeToWrite {
  readonly change: FoundChange;
  /** The time of all that this transaction confirms; null if that is nothing. */
  readonly confirmedAt: string | null;
}

async function writeChange(db: Database, given: StepToRecord, { change, confirmedAt }: ChangeToWrite): Promise<void> {
  const { row } = given;
  const { id, kind, at, path, weight, state } = change;
  const places = change.places === undefined ? null : JSON.stringify(change.places);
  const confirmed_at = state === 'confirmed' ? confirmedAt : null;
  const values = { before: JSON.stringify(change.before), after: JSON.stringify(change.after) };
  // More places have followed: its owner was told.
  if (change.isKnown === true) {
    await db
      .updateTable('watch_changes')
      .set({ ...values, places })
      .where('id', '=', id)
      .execute();
    return;
  }
  const outcome = { kind, weight, state, confirmed_at, places, ...values };
  await db
    .insertInto('watch_changes')
    .values({ id, watch_id: row.id, owner: row.owner, at, path, seen_at: null, ...outcome })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(outcome))
    .execute();
  if (state === 'confirmed') await given.tell(db, id);
}

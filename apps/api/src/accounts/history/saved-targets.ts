import { randomUUID } from 'node:crypto';
import { ToolError } from '@sonde/contract';
import { MAX_SAVED_TARGETS, type SavedTarget } from '@sonde/contract/account';
import type { Database } from '../../stores/tables.ts';
import { lockMemberData } from './member-data.ts';

export async function readTargets(db: Database, owner: string): Promise<SavedTarget[]> {
  const rows = await db
    .selectFrom('saved_targets')
    .selectAll()
    .where('owner', '=', owner)
    .orderBy('target')
    .limit(MAX_SAVED_TARGETS)
    .execute();
  return rows.map(({ id, target, note, saved_at }) => ({ id, target, note, savedAt: saved_at }));
}

/** Saves a target, or changes the note of a saved one. */
export async function saveTarget(
  db: Database,
  owner: string,
  { target, note }: { readonly target: string; readonly note: string },
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMemberData(transaction, owner);
    const { others } = await transaction
      .selectFrom('saved_targets')
      .select(({ fn }) => fn.countAll().as('others'))
      .where('owner', '=', owner)
      .where('target', '!=', target)
      .executeTakeFirstOrThrow();
    if (Number(others) >= MAX_SAVED_TARGETS) throw tooMany();
    await transaction
      .insertInto('saved_targets')
      .values({ id: randomUUID(), owner, target, note, saved_at: new Date(nowMs).toISOString() })
      .onConflict((conflict) => conflict.columns(['owner', 'target']).doUpdateSet({ note }))
      .execute();
  });
}

const tooMany = () =>
  new ToolError('invalid-input', `At most ${MAX_SAVED_TARGETS} targets can be saved.`, { field: 'target' });

/** An id of another account changes nothing. */
export async function removeTarget(db: Database, owner: string, id: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_targets')
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

import { randomUUID } from 'node:crypto';
import type { Store } from '../stores/store.ts';
import { unmeasured } from '../watches/watch-store.ts';

/** More rows than one statement may insert. */
const AT_ONCE = 100;

/** Gives the owner of a watch so many more, which rest; each has the places at its position, if any. */
export async function fillWatches(
  store: Store,
  id: string,
  { count, places = [] }: { readonly count: number; readonly places?: readonly string[] },
): Promise<void> {
  await store.use(async (db) => {
    const { owner } = await db.selectFrom('watches').select('owner').where('id', '=', id).executeTakeFirstOrThrow();
    const at = new Date(store.now() + 3_600_000).toISOString();
    const row = { owner, tool: 'dns', target: 'b.example', name: '', query: '{}', every_s: 3_600, quiet: '[]' };
    const rows = Array.from({ length: count }, (_, index) => ({
      ...row,
      ...unmeasured,
      id: randomUUID(),
      places: places[index] ?? null,
      paused: 1,
      made_at: at,
      next_at: at,
    }));
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await db
        .insertInto('watches')
        .values(rows.slice(from, from + AT_ONCE))
        .execute();
  });
}

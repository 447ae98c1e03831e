import { randomUUID } from 'node:crypto';
import type { WatchChanges } from '@sonde/contract/watch/watch';
import { eventually } from '@sonde/service/testing/eventually';
import { emptyMemory } from '@sonde/service/watches/memory';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountServers, accountStores } from '../testing/account-stores.ts';
import type { TestServer } from '../testing/test-server.ts';
import { recordStep } from './record-step.ts';
import { createWatchStore } from './watch-store.ts';

const owner = 'member:someone';
const AT_MS = Date.parse('2026-11-22T04:06:00.000Z');
const watched = { tool: 'dns', target: 'shop.example', query: { domain: 'shop.example' }, from: [], everySeconds: 900 };

function world({ accounts: { store } }: Pick<TestServer, 'accounts'>) {
  const watches = createWatchStore(store);
  const add = () =>
    watches.add(owner, { ...watched, name: '', quiet: [], channels: [] }, () => () => Promise.resolve());
  return {
    store,
    add,
    /** Writes a confirmed change of a watch of its own, and returns its id; the transaction stays open until `open` ends. */
    async confirm(watchId: string, nowMs: number, open: () => Promise<void> = async () => {}): Promise<string> {
      const id = randomUUID();
      const change = { id, kind: 'changed', path: 'records/A', weight: 'normal', state: 'confirmed' } as const;
      await store.use(async (db) => {
        const row = await db.selectFrom('watches').selectAll().where('id', '=', watchId).executeTakeFirstOrThrow();
        const at = new Date(nowMs).toISOString();
        return recordStep(db, {
          row,
          step: {
            memory: emptyMemory,
            changes: [{ ...change, at, before: ['192.0.2.1'], after: ['192.0.2.2'] }],
            nextSeconds: 900,
          },
          failure: null,
          nowMs,
          nextAt: new Date(nowMs + 900_000),
          keep: async () => null,
          tell: open,
          send: async () => {},
        });
      });
      return id;
    },
    /** Everything that a reader has not read yet, and its next cursor. */
    read: (since: string | null): Promise<WatchChanges> => watches.changes(owner, since),
  };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const idsOf = ({ changes }: WatchChanges) => changes.map(({ change }) => change.id);

describe.each(accountStores())('the cursor of changes in the %s store', (kind, variables) => {
  const serve = accountServers(variables);

  it('has everything that was written after it was read, also by a worker whose clock is behind', async () => {
    const { add, confirm, read } = world(await serve());
    const [one, other] = [await add(), await add()];
    const first = await confirm(one, AT_MS);
    const before = await read(null);
    const second = await confirm(other, AT_MS - 5_000);
    const third = await confirm(one, AT_MS - 4_000);
    const after = await read(before.next);
    expect([idsOf(before), idsOf(after)]).toEqual([[first], [second, third]]);
    expect(idsOf(await read(after.next))).toEqual([]);
    expect(idsOf(await read(null))).toEqual([first, second, third]);
  });

  it('goes on behind a change that was confirmed before there was an order', async () => {
    const { store, add, confirm, read } = world(await serve());
    const watchId = await add();
    const first = await confirm(watchId, AT_MS);
    await store.use((db) => sql`delete from watch_confirmations`.execute(db));
    const { next } = await read(null);
    const second = await confirm(watchId, AT_MS - 1);
    expect(idsOf(await read(null))).toContain(first);
    expect(idsOf(await read(next))).toEqual([second]);
  });

  // The embedded store has one transaction at a time.
  if (kind === 'embedded') return;

  it('misses nothing of a transaction that was slower than a later one', async () => {
    const { store, add, confirm, read } = world(await serve());
    const [one, other] = [await add(), await add()];
    const [slow, started] = [gate(), gate()];
    const first = confirm(one, AT_MS, () => {
      started.open();
      return slow.opened;
    });
    await started.opened;
    let isWritten = false;
    const second = confirm(other, AT_MS + 2_000).finally(() => {
      isWritten = true;
    });
    const isWaiting = async () => {
      const { rows } = await store.use((db) =>
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
      );
      return rows.length > 0;
    };
    // The later one has ended, or waits for the slower one.
    await eventually(async () => expect(isWritten || (await isWaiting())).toBe(true));
    const before = await read(null);
    slow.open();
    const ids = [await first, await second];
    const after = await read(before.next);
    expect([...idsOf(before), ...idsOf(after)]).toEqual(ids);
  });
});

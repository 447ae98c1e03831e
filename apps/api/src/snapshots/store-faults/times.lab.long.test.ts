import { randomBytes } from 'node:crypto';
import { SNAPSHOT_SCHEMA, type UnsignedSnapshot } from '@sonde/contract/snapshots/snapshot';
import { signSnapshot } from '@sonde/service/snapshots/signature';
import { keyFromSecret } from '@sonde/service/snapshots/signing-key';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tidy } from '../../accounts/tidying.ts';
import { createStore, type Store } from '../../stores/store.ts';
import { accountStores } from '../../testing/account-stores.ts';
import { badgeFacts } from '../badge.ts';
import { toBase32 } from '../base32.ts';
import { toStored } from '../snapshot-rows.ts';
import { createSnapshotStore } from '../snapshot-store.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const key = await keyFromSecret('a secret of the test');

const unsigned = (id: string, keptAt: string, target: string): UnsignedSnapshot => ({
  schema: SNAPSHOT_SCHEMA,
  ...{ id, keptAt, target, site: null, software: 'Sonde 0.1.0' },
  parts: [
    {
      ...{ tool: 'dns', target, key: `/api/v2/dnsRecords?domain=${target}`, measuredAt: keptAt, withheld: [] },
      outcome: { success: true, message: 'OK', _data: { domain: target } },
    },
  ],
});

describe.each(accountStores())('the lifetime of snapshots in the %s store', (_kind, variables) => {
  async function life(maxOfAccount?: number) {
    const env = await variables();
    const time = { wallMs: Date.UTC(2026, 10, 22), upMs: 0 };
    const settings = { dataDir: env.SONDE_DATA_DIR, databaseUrl: env['DATABASE_URL'] ?? null };
    const open: Store[] = [];
    onTestFinished(async () => void (await Promise.all(open.map((store) => store.close()))));
    function start() {
      const store = createStore(settings, {
        onError: (error) => expect.fail(error.message),
        wallClock: () => time.wallMs,
        uptime: () => time.upMs,
      });
      open.push(store);
      const snapshots = createSnapshotStore(store, maxOfAccount === undefined ? {} : { maxOfAccount });
      const keep = async (
        target: string,
        { owner = null, days = 30 }: { owner?: string | null; days?: number | null } = {},
      ) => {
        const id = toBase32(randomBytes(16));
        const keeping = { owner, forMs: days === null ? null : days * DAY_MS, revokeToken: null };
        const { parts } = unsigned(id, '', target);
        const results = await toStored(parts);
        const make = (keptAt: string) => signSnapshot(unsigned(id, keptAt, target), key);
        const badge = badgeFacts({ target, parts, keptAt: new Date(0).toISOString() });
        await snapshots.add({ make, results, badge, publicKey: key.publicKey }, keeping);
        return id;
      };
      const rows = (table: 'snapshots' | 'snapshot_bodies') =>
        store.use((db) =>
          db
            .selectFrom(table)
            .selectAll()
            .execute()
            .then(({ length }) => length),
        );
      return { store, keep, rows, find: snapshots.find, list: snapshots.list };
    }
    const pass = (ms: number) => {
      time.wallMs += ms;
      time.upMs += ms;
    };
    /** Tidies every hour, like a server. */
    const tidyFor = async (store: Store, hours: number) => {
      for (let hour = 0; hour < hours; hour += 1) {
        pass(HOUR_MS);
        await tidy(store);
      }
    };
    return { time, start, pass, tidyFor };
  }

  it('is limited without an account; expired snapshots are removed with their results', async () => {
    const { start, pass, tidyFor } = await life();
    const { store, keep, find, rows } = start();
    await tidyFor(store, 30);
    const short = await keep('a.example', { days: 1 });
    const long = await keep('a.example', { days: 3 });
    const owned = await keep('b.example', { owner: 'member:one', days: null });
    pass(DAY_MS - HOUR_MS);
    expect(await find(short)).not.toBeNull();
    pass(HOUR_MS);
    expect(await find(short)).toBeNull();
    await tidyFor(store, 2);
    expect([await rows('snapshots'), await rows('snapshot_bodies')]).toEqual([2, 2]);
    await tidyFor(store, 48);
    expect([await find(long), await rows('snapshots'), await rows('snapshot_bodies')]).toEqual([null, 1, 1]);
    expect((await find(owned))?.snapshot.target).toBe('b.example');
  });

  it.each([400, -400])('survives a jump of the clock by %s days, and still ends in time', async (days) => {
    const { time, start, pass, tidyFor } = await life();
    const first = start();
    await tidyFor(first.store, 30);
    const before = await first.keep('before.example');
    time.wallMs += days * DAY_MS;
    const meanwhile = await first.keep('meanwhile.example');
    await first.store.close();
    time.wallMs -= days * DAY_MS;
    const second = start();
    await tidyFor(second.store, 50);
    expect(await second.find(before)).not.toBeNull();
    expect(await second.find(meanwhile)).not.toBeNull();
    pass(31 * DAY_MS);
    await tidyFor(second.store, 50);
    expect(await second.find(before)).toBeNull();
    expect(await second.find(meanwhile)).toBeNull();
  });

  it('is unlimited in an account, but the number of snapshots is limited, even if several are kept at once', async () => {
    const { start } = await life(3);
    const { keep, list } = start();
    const mine = { owner: 'member:one', days: null };
    const ended = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => keep(`${name}.example`, mine)));
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
    expect(new Set(refused)).toEqual(
      new Set(['An account keeps at most 3 results: delete one on the dashboard first.']),
    );
    expect(await list('member:one')).toHaveLength(3);
    await keep('other.example', { owner: 'member:two', days: null });
  });
});

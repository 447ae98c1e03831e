import { type PostgresLab, startPostgresLab, startRegistryLab } from '@sonde/lab';
import { createRegistryThrottle, serviceRates } from '@sonde/probes';
import { eventually } from '@sonde/service/testing/eventually';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { call, dataFolder, serverProcesses } from '../testing/server-processes.ts';
import { createDatabaseTurns } from './database-turns.ts';
import { createStore, type Store } from './store.ts';

const { windowMs } = serviceRates.registry;
const { signal } = new AbortController();
/** The database grants a turn a moment before the process knows it, and a busy machine makes a moment long. */
const UNDERWAY_MS = 500;

let lab: PostgresLab;
beforeAll(async () => {
  lab = await startPostgresLab();
});
afterAll(() => lab?.stop());

/** Processes are simulated by stores, which share nothing but the database. */
async function processes(count: number): Promise<readonly Store[]> {
  const [databaseUrl, dataDir] = [await lab.newDatabase(), await dataFolder()];
  const stores = Array.from({ length: count }, () => {
    const store = createStore({ databaseUrl, dataDir }, { onError: () => {} });
    onTestFinished(() => store.close());
    return store;
  });
  // Servers open it at their start, which takes longer than a turn.
  for (const store of stores) await store.use(async () => {});
  return stores;
}

function expectSpaced(times: readonly number[]): void {
  // Two processes without turns would have asked twice as fast.
  const lastedMs = Math.max(...times) - Math.min(...times);
  expect(lastedMs).toBeGreaterThan(windowMs * (times.length - 1) - UNDERWAY_MS);
}

describe('turns in the database', () => {
  it('are one a second over all processes, for each registry', async () => {
    const at = new Map<string, number[]>([
      ['one 43', []],
      ['other 43', []],
    ]);
    const asking = (await processes(2)).flatMap((store) => {
      const turns = createDatabaseTurns(store, windowMs);
      const throttle = createRegistryThrottle({ intervalMs: windowMs, maxWaitMs: 5_000 });
      return [...at].flatMap(([server, times]) =>
        [1, 2].map(() => throttle.ask(server, signal, async () => void times.push(performance.now()), { turns })),
      );
    });
    await Promise.all(asking);
    for (const times of at.values()) {
      expect(times).toHaveLength(4);
      expectSpaced(times);
    }
  }, 30_000);

  it('are granted once, however many ask at the same moment', async () => {
    const turns = (await processes(4)).map((store) => createDatabaseTurns(store, 60_000));
    await Promise.all(turns.map((one) => one.take('another', 1)));
    const asked = await Promise.all(Array.from({ length: 40 }, (_, index) => turns[index % 4]?.take('registry', 1)));
    expect(asked.filter((one) => one?.isAllowed)).toHaveLength(1);
    for (const one of asked)
      if (one?.isAllowed === false) {
        expect(one.retryInMs).toBeGreaterThan(0);
        expect(one.retryInMs).toBeLessThanOrEqual(60_000);
      }
  });

  inLongSet(it)('are not held by a time that lies in a future that cannot be', async () => {
    const [store] = await processes(1);
    if (store === undefined) throw new Error('no store');
    const turns = createDatabaseTurns(store, windowMs);
    await turns.take('registry', 1);
    await store.use((db) => sql`update turns set free_at = free_at + 86400000`.execute(db));
    expect((await turns.take('registry', 1)).isAllowed).toBe(true);
  });

  inLongSet(it)(
    'are counted by each process alone while the database does not answer, and then shared again',
    async () => {
      const stores = await processes(2);
      const turns = stores.map((store) => createDatabaseTurns(store, 60_000));
      const takeAll = async (name: string) =>
        (await Promise.all(turns.map((one) => one.take(name, 1)))).map(({ isAllowed }) => isAllowed).toSorted();
      expect(await takeAll('first')).toEqual([false, true]);
      await lab.pause();
      onTestFinished(() => lab.resume());
      const startedAt = performance.now();
      expect(await takeAll('second')).toEqual([true, true]);
      expect(performance.now() - startedAt).toBeLessThan(4_000);
      const waitedMs = performance.now();
      expect(await takeAll('second')).toEqual([false, false]);
      expect(performance.now() - waitedMs).toBeLessThan(500);
      await lab.resume();
      await expect.poll(() => takeAll(`third ${performance.now()}`), { timeout: 20_000 }).toEqual([false, true]);
    },
    30_000,
  );
});

inLongSet(describe)('two processes of an installation', () => {
  const start = serverProcesses();

  inLongSet(it)(
    'ask one registry once a second, without Redis',
    async () => {
      const registries = await startRegistryLab();
      onTestFinished(() => registries.stop());
      const variables = {
        DATABASE_URL: await lab.newDatabase(),
        SONDE_SECRET: 'a secret of the tests that is long enough',
        SONDE_WHOIS_SERVER: registries.whois,
        SONDE_RDAP_BOOTSTRAP: registries.bootstrap,
        SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
      };
      const servers = await Promise.all(
        [1, 2].map(async () => start({ ...variables, SONDE_DATA_DIR: await dataFolder() })),
      );
      for (const { announced } of servers)
        await eventually(async () =>
          expect((await call(announced, '', 'GET', '/readyz')).json._data.stores.history).toBe('postgresql'),
        );
      const answers = await Promise.all(
        servers.flatMap(({ announced }, process) =>
          [1, 2].map((number) => call(announced, '', 'GET', `/api/v2/whois?ipOrDomain=shop${process}${number}.test`)),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(registries.registryAskedAtMs).toHaveLength(4);
      expectSpaced(registries.registryAskedAtMs);
    },
    120_000,
  );
});

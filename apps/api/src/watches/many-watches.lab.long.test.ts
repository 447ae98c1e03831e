import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresLab } from '@sonde/lab';
import { serveMailNames } from '@sonde/probes/testing/mail-names';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openJobs } from '../jobs/store-jobs.ts';
import { createStore, type Store } from '../stores/store.ts';
import { PASSWORD, someone } from '../testing/account-browser.ts';
import { SECRET } from '../testing/killed-world.ts';
import { call, dataFolder, serverProcesses } from '../testing/server-processes.ts';
import { unmeasured } from './watch-store.ts';

const WATCHES = 10_000;
const SLICE = 500;
const PATIENCE_MS = 3_000_000;
const LOOK_MS = 2_000;
const start = serverProcesses();

const watchRow = (owner: string, number: number) => {
  const now = new Date().toISOString();
  const target = `name-${number}.many.example`;
  const asked = { tool: 'dns', target, name: '', query: JSON.stringify({ domain: target, type: 'MX' }) };
  return { id: randomUUID(), owner, ...asked, ...unmeasured, every_s: 86_400, quiet: '[]', made_at: now, next_at: now };
};

async function fill(store: Store): Promise<string[]> {
  const { id } = await store.use((db) => db.selectFrom('members').select('id').executeTakeFirstOrThrow());
  const rows = Array.from({ length: WATCHES }, (_, number) => watchRow(`member:${id}`, number));
  for (let at = 0; at < rows.length; at += SLICE) {
    await store.use((db) =>
      db
        .insertInto('watches')
        .values(rows.slice(at, at + SLICE))
        .execute(),
    );
  }
  return rows.map((row) => row.id);
}

/** Waits until a count is reached; meanwhile the figures are in the message of a failure. */
async function reached(store: Store, count: () => Promise<number>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let found = await count(); found < WATCHES; found = await count()) {
    if (performance.now() > until) expect(found).toBe(WATCHES);
    await sleep(LOOK_MS);
  }
  expect(store.mayHoldData()).toBe(true);
}

it('two workers, of which one is killed again and again, measure 10,000 watches: none is lost, nothing is told twice', async () => {
  const names = await serveMailNames();
  const lab = await startPostgresLab();
  onTestFinished(() => lab.stop());
  const databaseUrl = await lab.newDatabase();
  const variables = {
    DATABASE_URL: databaseUrl,
    SONDE_SECRET: SECRET,
    SONDE_DATA_DIR: await dataFolder(),
    SONDE_RESOLVERS: names.server,
    SONDE_ZONE_BUDGET: 'off',
    SONDE_WATCH_CONFIRM: '1s',
  };
  const web = await start({ ...variables, SONDE_ROLE: 'web' });
  await call(web.announced, '', 'POST', '/api/account/sign-up', { email: someone(), password: PASSWORD });
  const store = createStore({ dataDir: variables.SONDE_DATA_DIR, databaseUrl }, { onError: () => {} });
  onTestFinished(() => store.close());
  const ids = await fill(store);
  const jobs = await openJobs(store, () => {});
  await jobs.open([]);
  onTestFinished(() => jobs.close());
  const measureAll = async () => {
    for (const key of ids) await jobs.send('watch', { key });
  };
  const work = { ...variables, SONDE_ROLE: 'work' };
  await start(work);
  let other = await start(work);
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      await sleep(Math.random() * 20_000);
      await other.stop('SIGKILL');
      other = await start(work);
    }
  })();
  const one = async (query: ReturnType<typeof sql<{ count: string }>>) =>
    Number((await store.use((db) => query.execute(db))).rows[0]?.count);
  await measureAll();
  // What was measured only once is no state that can change.
  await reached(store, () => one(sql`select count(*) as count from watches where version >= 2`));
  names.changeAll(1);
  await measureAll();
  const confirmed = sql<{ count: string }>`select count(distinct watch_id) as count from watch_changes
    where kind = 'changed' and state = 'confirmed'`;
  await reached(store, () => one(confirmed));
  isOver = true;
  await killing;
  expect(await one(sql`select count(*) as count from watch_changes where kind = 'changed'`)).toBe(WATCHES);
  expect(await one(sql`select count(*) as count from watch_observations where failure is null`)).toBe(2 * WATCHES);
}, 7_200_000);

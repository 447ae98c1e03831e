import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../testing/account-browser.ts';
import { type TestServer, testServer } from '../testing/test-server.ts';
import { createStoreHealth } from './store-health.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-readiness-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

const start = (dataDir: string) => testServer({ SONDE_DATA_DIR: dataDir, SONDE_RATE_LIMIT: 'off' });
/** Polls, because on a busy machine the first check of the store may take longer than its timeout. */
const untilAccountsAre = (server: TestServer, state: string) =>
  expect.poll(() => accountsOf(server), { timeout: 30_000 }).toBe(state);
const accountsOf = async ({ app }: TestServer) => (await app.inject('/readyz')).json()._data.stores.accounts;

/** Creates a database with an account and several pages of history, closed properly. */
async function filled(dataDir: string): Promise<void> {
  const server = await start(dataDir);
  const browser = accountBrowser(server.app);
  await browser.signUp(someone());
  const lookups = Array.from({ length: 100 }, (_, index) => ({ tool: 'dns', target: `${index}.${'x'.repeat(200)}` }));
  for (let call = 0; call < 5; call += 1) await browser.post('history', { lookups });
  await untilAccountsAre(server, 'embedded');
  await server.stop();
}

describe('/readyz', () => {
  it('reports a file that is not a database', async () => {
    const dataDir = await folder();
    await writeFile(join(dataDir, 'sonde.db'), 'this is no database\n'.repeat(1_000));
    const server = await start(dataDir);
    await untilAccountsAre(server, 'embedded, which is damaged');
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
    expect((await accountBrowser(server.app).signUp(someone())).json().code).toBe('store-failed');
  });

  it('reports damage that only an inspection of the whole file finds, from the first inspection on', async () => {
    const dataDir = await folder();
    await filled(dataDir);
    const path = join(dataDir, 'sonde.db');
    const { size } = await stat(path);
    const file = await open(path, 'r+');
    // The last pages contain history; readiness reads earlier pages.
    await file.write(Buffer.alloc(8_192, 0xa5), 0, 8_192, Math.floor(size / 4_096 - 2) * 4_096);
    await file.close();
    const server = await start(dataDir);
    await server.accounts.begin();
    await untilAccountsAre(server, 'embedded, which is damaged');
    expect(server.log).toContainEqual(
      expect.objectContaining({ level: 50, msg: 'the database of accounts and history is damaged' }),
    );
  });

  it('does not create a database before there is an account', async () => {
    const dataDir = await folder();
    const server = await start(dataDir);
    expect(await accountsOf(server)).toBe('embedded');
    await expect(stat(join(dataDir, 'sonde.db'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the health of a store', () => {
  it('is checked at most once in five seconds, regardless of the number of readers, and does not delay them', async () => {
    let nowMs = 0;
    let asked = 0;
    const health = createStoreHealth(
      async () => {
        asked += 1;
      },
      () => nowMs,
    );
    await Promise.all([health.problem(), health.problem()]);
    nowMs = 5_000;
    expect(await health.problem()).toBeNull();
    expect(asked).toBe(1);
    nowMs = 5_001;
    await health.problem();
    expect(asked).toBe(2);
    const hanging = createStoreHealth(
      () => new Promise(() => {}),
      () => nowMs,
    );
    expect(await hanging.problem()).toBe('does not answer');
  });

  it('includes write errors, which reading cannot detect', async () => {
    let nowMs = 0;
    const health = createStoreHealth(
      async () => {},
      () => nowMs,
    );
    health.note(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    expect(await health.problem()).toBe('is full');
    nowMs = 61_000;
    expect(await health.problem()).toBeNull();
    health.note(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
    nowMs = 1_000_000;
    expect(await health.problem()).toBe('is damaged');
    health.noteInspection(false);
    expect(await health.problem()).toBeNull();
  });
});

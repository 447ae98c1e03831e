import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnnounced } from '@sonde/lab';
import { expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../../testing/account-browser.ts';
import { testServer } from '../../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=';

async function server() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-locked-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { app, log } = await testServer({ SONDE_DATA_DIR: dataDir, SONDE_RATE_LIMIT: 'off' });
  const browser = accountBrowser(app);
  await browser.signUp(someone());
  return { app, log, browser, dataDir };
}

/** Another process that holds the write lock until it is ended. */
async function lock(dataDir: string): Promise<() => Promise<void>> {
  const program = `
    const file = new (require('libsql'))(process.argv[1], { timeout: 10000 });
    file.exec('BEGIN IMMEDIATE');
    console.log('locked now');
    setInterval(() => {}, 1000);`;
  const cwd = new URL('../../..', import.meta.url);
  const { stop } = await startAnnounced(process.execPath, ['-e', program, join(dataDir, 'sonde.db')], {
    on: 'stdout',
    line: /locked (now)/,
    cwd,
  });
  onTestFinished(() => stop('SIGKILL'));
  return () => stop('SIGKILL');
}

const move = (browser: ReturnType<typeof accountBrowser>, target: string) =>
  browser.post('history', { lookups: [{ tool: 'dns', target }] });

it('delays only requests that change something', async () => {
  const { app, browser, dataDir } = await server();
  await lock(dataDir);
  const ended: string[] = [];
  const after = (name: string) => () => void ended.push(name);
  const burst = Array.from({ length: 4 }, (_, index) => move(browser, `${index}.example`).then(after('a change')));
  await app.inject('/healthz').then(after('health'));
  await app.inject(`${DNS}stranger.example`).then(after('a stranger’s lookup'));
  expect(await browser.data('history')).toMatchObject({ entries: [], total: 0 });
  after('reading')();
  await Promise.all(burst);
  expect(ended).toEqual(['health', 'a stranger’s lookup', 'reading', ...Array(4).fill('a change')]);
});

it('is waited for, and reported', async () => {
  const { app, log, browser, dataDir } = await server();
  const unlock = await lock(dataDir);
  expect((await move(browser, 'refused.example')).json()).toMatchObject({ code: 'store-failed' });
  expect(log.find(({ level }) => level === 50)).toMatchObject({ err: { code: 'SQLITE_BUSY' } });
  // Reads are still answered.
  await expect.poll(async () => (await app.inject('/readyz')).json()._data.stores.accounts).toBe('embedded');
  const waiting = move(browser, 'waited.example');
  await unlock();
  expect((await waiting).statusCode).toBe(200);
});

it('works as before when the lock is gone', async () => {
  const { browser, dataDir } = await server();
  const unlock = await lock(dataDir);
  await Promise.all([move(browser, 'a.example'), browser.send('PUT', 'targets', { target: 'a.example', note: '' })]);
  await unlock();
  // A statement of libsql that has met the lock stays in progress: transactions after it could not commit.
  expect((await browser.send('PUT', 'targets', { target: 'b.example', note: '' })).statusCode).toBe(200);
  expect((await move(browser, 'b.example')).statusCode).toBe(200);
  const { history, targets } = await browser.data('export');
  expect(history).toMatchObject([{ target: 'b.example' }]);
  expect(targets).toMatchObject([{ target: 'b.example' }]);
});

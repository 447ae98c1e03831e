import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresLab, startSmallPostgresLab } from '@sonde/lab';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../../testing/account-browser.ts';
import { testServer } from '../../testing/test-server.ts';

const DNS = '/api/v2/dnsRecords?domain=';

async function serverWith(url: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-postgres-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const { app, log, stop } = await testServer({
    DATABASE_URL: url,
    SONDE_SECRET: 'a secret of the tests that is long enough',
    SONDE_DATA_DIR: dataDir,
    SONDE_RATE_LIMIT: 'off',
  });
  const browser = accountBrowser(app);
  await browser.signUp(someone());
  return { app, log, stop, browser };
}

type Served = Awaited<ReturnType<typeof serverWith>>;

const move = ({ browser }: Served, target: string) => browser.post('history', { lookups: [{ tool: 'dns', target }] });
const stateOf = async ({ app }: Served) => (await app.inject('/readyz')).json()._data.stores.history;
const isBack = (served: Served) =>
  expect.poll(async () => (await move(served, 'back.example')).statusCode, { timeout: 30_000 }).toBe(200);

describe('PostgreSQL', () => {
  it('that is frozen does not delay visitors and hardly delays members; what is acknowledged afterwards is stored', async () => {
    const postgres = await startPostgresLab();
    onTestFinished(async () => {
      await postgres.resume();
      await postgres.stop();
    });
    const url = await postgres.newDatabase();
    const served = await serverWith(url);
    const { app, browser } = served;
    // Changes of several statements, interrupted by the freeze.
    const save = (index: number) => browser.send('PUT', 'targets', { target: `${index}.example`, note: '' });
    const cut = Promise.all(Array.from({ length: 12 }, (_, index) => save(index)));
    await postgres.pause();
    const saved = await cut;
    expect(saved.map(({ statusCode }) => statusCode)).toContain(503);
    expect((await app.inject(`${DNS}stranger.example`)).statusCode).toBe(200);
    expect((await browser.get(`${DNS}member.example`)).statusCode).toBe(200);
    expect(await stateOf(served)).toBe('postgresql, which does not answer');
    // After the first failure, no request waits for the full timeout again.
    const startedAtMs = performance.now();
    const refused = await Promise.all(Array.from({ length: 20 }, (_, index) => move(served, `${index}.example`)));
    expect(new Set(refused.map(({ json }) => json().code))).toEqual(new Set(['store-failed']));
    expect(performance.now() - startedAtMs).toBeLessThan(15_000);
    await postgres.resume();
    await isBack(served);
    const kept: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      if ((await move(served, `kept-${index}.example`)).statusCode === 200) kept.push(`kept-${index}.example`);
    }
    expect(kept).toHaveLength(30);
    // Whatever another process can read was committed.
    const other = await serverWith(url);
    for (const [name, value] of browser.cookies) other.browser.cookies.set(name, value);
    const { history } = await other.browser.data('export');
    const targets = new Set(history.map(({ target }: { target: string }) => target));
    expect(kept.filter((target) => !targets.has(target))).toEqual([]);
  }, 120_000);

  it('that is frozen does not keep the server from stopping', async () => {
    const postgres = await startPostgresLab();
    onTestFinished(async () => {
      await postgres.resume();
      await postgres.stop();
    });
    const { stop } = await serverWith(await postgres.newDatabase());
    await postgres.pause();
    const startedAtMs = performance.now();
    await stop();
    // Service managers kill after fifteen seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(12_000);
  }, 60_000);

  it('that is killed while members write loses nothing acknowledged', async () => {
    const postgres = await startPostgresLab();
    onTestFinished(() => postgres.stop());
    const served = await serverWith(await postgres.newDatabase());
    const acknowledged: string[] = [];
    async function write(writer: number): Promise<void> {
      for (let index = 0; index < 40; index += 1) {
        const target = `${writer}-${index}.example`;
        if ((await move(served, target)).statusCode === 200) acknowledged.push(target);
      }
    }
    const written = Promise.all([1, 2, 3, 4].map(write));
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await postgres.crash();
    await written;
    expect(await stateOf(served)).toMatch(/^postgresql, which (?:cannot be reached|does not answer)$/);
    await postgres.restart();
    await isBack(served);
    const { history } = await served.browser.data('export');
    const targets = new Set(history.map(({ target }: { target: string }) => target));
    expect(acknowledged.filter((target) => !targets.has(target))).toEqual([]);
  }, 120_000);

  it('that is full is reported, is never half written, and works again when there is space', async () => {
    const postgres = await startSmallPostgresLab(80);
    onTestFinished(() => postgres.stop());
    const served = await serverWith(postgres.url);
    const { app, browser } = served;
    await postgres.fill();
    const lookups = Array.from({ length: 100 }, (_, index) => ({ tool: 'dns', target: `${index}.${'x'.repeat(250)}` }));
    let count = 0;
    let last = await browser.post('history', { lookups });
    while (last.statusCode === 200 && count < 4_000) {
      count += lookups.length;
      last = await browser.post('history', { lookups });
    }
    expect(last.json()).toMatchObject({
      code: 'store-failed',
      message: expect.stringContaining('All tools still work'),
    });
    expect((await browser.get(`${DNS}member.example`)).statusCode).toBe(200);
    expect((await app.inject(`${DNS}stranger.example`)).statusCode).toBe(200);
    expect(await stateOf(served)).toMatch(/^postgresql, which (?:is full|cannot be reached|does not answer)$/);
    await postgres.free();
    await isBack(served);
    const { history } = await browser.data('export');
    const moved = history.filter(({ target }: { target: string }) => target.includes('xxx'));
    expect(moved).toHaveLength(count);
  }, 120_000);
});

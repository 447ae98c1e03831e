import { createHash } from 'node:crypto';
import type { AnnouncedProcess } from '@sonde/lab';
import { describe, expect, it } from 'vitest';
import { PASSWORD, someone } from '../../testing/account-browser.ts';
import { call, dataFolder, serverProcesses, storeVariables } from '../../testing/server-processes.ts';

const KILLED_AFTER = 60;
const MOST = 400;
const AT_ONCE = 8;

const start = serverProcesses();

/** Keeps a result that needs no network: that of a MAC address. */
async function keep(url: string, cookie: string, row: number) {
  const key = `/api/v2/macInfo?mac=02:00:00:00:${row.toString(16).padStart(4, '0').replace(/..$/, ':$&')}`;
  const { text } = await call(url, cookie, 'GET', key);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return call(url, cookie, 'POST', '/api/v2/snapshots', { key, sha256 });
}

const signUp = (url: string) => call(url, '', 'POST', '/api/account/sign-up', { email: someone(), password: PASSWORD });
const signatureOf = async (url: string, id: string) =>
  (await call(url, '', 'GET', `/api/v2/snapshots/${id}`)).json._data?.signature;
const listOf = async (url: string, cookie: string): Promise<{ id: string }[]> =>
  (await call(url, cookie, 'GET', '/api/account/snapshots')).json._data.snapshots;

/** Keeps results, several at a time, and returns those acknowledged before the process was killed. */
async function keepUntilKilled({ announced: url, child }: AnnouncedProcess, cookie: string): Promise<string[]> {
  const acknowledged: string[] = [];
  let next = 0;
  async function write(): Promise<void> {
    while (next < MOST) {
      const answered = await keep(url, cookie, next++).catch(() => null);
      if (answered === null) return;
      expect(answered.status).toBe(200);
      acknowledged.push(answered.json._data.id);
      if (acknowledged.length === KILLED_AFTER) child.kill('SIGKILL');
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return acknowledged;
}

it.each(Object.entries(storeVariables))(
  'a kill -9 between insert and answer leaves whole snapshots in the %s store',
  async (_kind, variables) => {
    const env = { SONDE_DATA_DIR: await dataFolder(), ...(await variables()) };
    const first = await start(env);
    const { cookie } = await signUp(first.announced);
    const acknowledged = await keepUntilKilled(first, cookie);
    await first.stop('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLED_AFTER);
    expect(acknowledged.length).toBeLessThan(MOST);

    const { announced: url } = await start(env);
    const listed = (await listOf(url, cookie)).map(({ id }) => id);
    expect(acknowledged.filter((id) => !listed.includes(id))).toEqual([]);
    // Unacknowledged snapshots may have been stored as well, but then completely.
    expect(listed.length).toBeLessThanOrEqual(acknowledged.length + AT_ONCE);
    const signatures = await Promise.all(listed.map((id) => signatureOf(url, id)));
    expect(new Set(signatures)).toEqual(new Set(['valid']));
    expect((await keep(url, cookie, 1)).status).toBe(200);
  },
  120_000,
);

describe('a full disk', () => {
  it('is reported, leaves no incomplete snapshot, and stops no tool', async () => {
    const dataDir = await dataFolder();
    // Files of this process are limited to 512 kB, which has the effect of a full disk.
    const { announced: url, stop } = await start({ SONDE_DATA_DIR: dataDir }, 'ulimit -f 1024;');
    const { cookie } = await signUp(url);
    let last = await keep(url, cookie, 0);
    let count = 0;
    while (last.status === 200 && count < 3_000) {
      count += 1;
      last = await keep(url, cookie, count);
    }
    expect(last).toMatchObject({
      status: 503,
      json: { code: 'store-failed', reason: 'disk-full', message: expect.stringContaining('All tools still work.') },
    });
    expect(await listOf(url, cookie)).toHaveLength(count);
    expect((await call(url, '', 'GET', '/api/v2/macInfo?mac=02:00:00:00:00:01')).status).toBe(200);
    await stop('SIGKILL');
    const again = await start({ SONDE_DATA_DIR: dataDir });
    expect(await listOf(again.announced, cookie)).toHaveLength(count);
    expect((await keep(again.announced, cookie, 1)).status).toBe(200);
  }, 120_000);
});

import type { AnnouncedProcess } from '@sonde/lab';
import { describe, expect, it } from 'vitest';
import { inLongSet, isLong } from '../../../../../scripts/test/vitest-settings.ts';
import { PASSWORD, someone } from '../../testing/account-browser.ts';
import { call, dataFolder, serverProcesses, storeVariables } from '../../testing/server-processes.ts';

const ROWS = isLong ? 500 : 200;
const KILLED_AFTER = isLong ? 200 : 80;
const AT_ONCE = 16;

const start = serverProcesses();
const account = (url: string, cookie: string, method: string, path: string, body?: object) =>
  call(url, cookie, method, `/api/account${path}`, body);

const keep = (url: string, cookie: string, row: number) =>
  account(url, cookie, 'POST', '/history', { lookups: [{ tool: 'dns', target: `row-${row}.example` }] });

/** Writes rows, several at a time, and returns those acknowledged before the process was killed. */
async function writeUntilKilled({ announced: url, child }: AnnouncedProcess, cookie: string): Promise<Set<number>> {
  const acknowledged = new Set<number>();
  let next = 0;
  async function write(): Promise<void> {
    while (next < ROWS) {
      const row = next++;
      const answered = await keep(url, cookie, row).catch(() => null);
      if (answered === null) return;
      expect(answered.status).toBe(200);
      acknowledged.add(row);
      if (acknowledged.size === KILLED_AFTER) child.kill('SIGKILL');
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, write));
  return acknowledged;
}

describe.each(isLong ? ['postgresql', 'embedded'] : ['embedded'])('history in the %s store', (kind) => {
  it('contains everything acknowledged before a kill -9, and is still writable after it', async () => {
    const env = { SONDE_DATA_DIR: await dataFolder(), ...(await storeVariables[kind]?.()) };
    const first = await start(env);
    const { cookie } = await account(first.announced, '', 'POST', '/sign-up', { email: someone(), password: PASSWORD });
    const acknowledged = await writeUntilKilled(first, cookie);
    await first.stop('SIGKILL');
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLED_AFTER);
    expect(acknowledged.size).toBeLessThan(ROWS);

    const { announced: url } = await start(env);
    const kept = async () => {
      const { json } = await account(url, cookie, 'GET', '/export');
      return (json._data.history as { target: string }[]).map(({ target }) => Number(/\d+/.exec(target)?.[0]));
    };
    const afterwards = await kept();
    expect([...acknowledged].filter((row) => !afterwards.includes(row))).toEqual([]);
    // Unacknowledged writes may have been stored as well, each at most once.
    expect(new Set(afterwards).size).toBe(afterwards.length);
    expect(afterwards.length).toBeLessThanOrEqual(acknowledged.size + AT_ONCE);
    const missing = Array.from({ length: ROWS }, (_, row) => row).filter((row) => !afterwards.includes(row));
    const written = await Promise.all(missing.map((row) => keep(url, cookie, row)));
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await kept()).length).toBe(ROWS);
  }, 120_000);
});

inLongSet(it)(
  'with a full disk reports it, is never half written, and stops no tool',
  async () => {
    const dataDir = await dataFolder();
    // Files of this process are limited to 512 kB, which has the effect of a full disk.
    const { announced: url, stop } = await start({ SONDE_DATA_DIR: dataDir }, 'ulimit -f 1024;');
    const { cookie } = await account(url, '', 'POST', '/sign-up', { email: someone(), password: PASSWORD });
    const lookupsFrom = (first: number) =>
      Array.from({ length: 100 }, (_, index) => ({ tool: 'dns', target: `${first + index}.${'x'.repeat(250)}` }));
    let count = 0;
    let last = { status: 200, json: {} as Record<string, unknown> };
    while (last.status === 200 && count < 5_000) {
      last = await account(url, cookie, 'POST', '/history', { lookups: lookupsFrom(count) });
      if (last.status === 200) count += 100;
    }
    expect(last).toMatchObject({
      status: 503,
      json: { code: 'store-failed', message: expect.stringContaining('All tools still work.') },
    });
    expect((await account(url, cookie, 'GET', '/history')).json._data.total).toBe(count);
    // A tool still answers (with a failure, since there is no resolver here).
    const lookup = await fetch(`${url}/api/v2/dnsRecords?domain=a.example`);
    expect((await lookup.json()).code).toBe('unreachable');
    await stop('SIGKILL');
    const again = await start({ SONDE_DATA_DIR: dataDir });
    expect((await account(again.announced, cookie, 'GET', '/history')).json._data.total).toBe(count);
    expect((await account(again.announced, cookie, 'POST', '/history', { lookups: lookupsFrom(count) })).status).toBe(
      200,
    );
  },
  60_000,
);

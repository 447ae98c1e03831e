import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HISTORY_DAYS, MAX_HISTORY } from '@sonde/contract/account';
import SqliteFile from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { accountBrowser, someone } from '../../testing/account-browser.ts';
import { testServer } from '../../testing/test-server.ts';

const ROWS = 135_000;

/** An account with more entries than permitted, as an earlier version allowed. */
async function serverWithLargeHistory() {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-large-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const server = await testServer({ SONDE_DATA_DIR: dataDir, SONDE_RATE_LIMIT: 'off' });
  const browser = accountBrowser(server.app);
  await browser.signUp(someone());
  const file = new SqliteFile(join(dataDir, 'sonde.db'), { timeout: 10_000 });
  file.exec(`
    insert into history (id, owner, tool, target, kept_at)
    with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${ROWS - 1})
    select
      printf('00000000-0000-4000-8000-%012x', n),
      (select 'member:' || id from members),
      'dns',
      printf('host-%d.%s.example', n, hex(zeroblob(60))),
      strftime('%Y-%m-%dT%H:%M:%S', 'now', '-' || (n * ${(HISTORY_DAYS - 5) * 86_400} / ${ROWS}) || ' seconds') || '.000Z'
    from numbers`);
  file.close();
  return { ...server, browser };
}

/** Counts the turns of the event loop while waiting for `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  return turns;
}

it('searches an oversized history without blocking the event loop', async () => {
  const { app, browser } = await serverWithLargeHistory();
  await browser.get('history');
  const idle = await turnsDuring(() => app.inject('/healthz'));
  let last: Awaited<ReturnType<typeof browser.get>> | undefined;
  const turns = await turnsDuring(async () => {
    last = await browser.get('history?search=nowhere');
  });
  expect(last?.statusCode).toBe(200);
  // Thousands. A search on the event loop itself would allow no more turns than any other request.
  expect(turns).toBeGreaterThan(100 + 10 * idle);
});

it('reads only the newest entries, up to the quota', async () => {
  const { browser } = await serverWithLargeHistory();
  expect((await browser.data('history?search=HOST-')).total).toBe(MAX_HISTORY);
  expect((await browser.data('history?search=host-4999.')).total).toBe(1);
  expect((await browser.data('history?search=host-5001.')).total).toBe(0);
  expect((await browser.data('history')).total).toBe(MAX_HISTORY);
});

it('cuts the history to its quota with the next lookup', async () => {
  const { browser } = await serverWithLargeHistory();
  await browser.post('history', { lookups: [{ tool: 'dns', target: 'one-more.example' }] });
  const { history } = await browser.data('export');
  expect(history).toHaveLength(MAX_HISTORY);
  expect(history[0].target).toBe('one-more.example');
});

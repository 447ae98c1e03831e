import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
// Not `./`, which is replaced in tests.
import { startEmbeddedWorker } from '../embedded/start-embedded-worker.ts';
import type { EmbeddedReply } from './embedded-messages.ts';
import { type EmbeddedThread, startEmbeddedThread } from './embedded-thread.ts';

async function thread(onLost: () => void): Promise<EmbeddedThread> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const started = startEmbeddedThread(onLost);
  onTestFinished(() => started.close());
  await started.ask({ kind: 'open', path: join(folder, 'sonde.db') });
  return started;
}

const select = (sql: string) => ({ kind: 'read', sql, parameters: [] }) as const;
/** Runs for about a second: SQLite counts some ten million rows per second. */
const LONG =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000000) select count(*) from n';

it('answers statements, and passes on the code and message of SQLite’s errors', async () => {
  const { ask } = await thread(() => expect.fail('it is there'));
  expect(await ask(select('select 1 as one'))).toEqual({ rows: [{ one: 1 }], changes: null });
  await expect(ask(select('select * from unknown_table'))).rejects.toMatchObject({
    code: 'SQLITE_ERROR',
    message: expect.stringContaining('no such table'),
  });
  await expect(ask(select('create table written (id text)'))).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
});

it('is abandoned when it does not answer in time, and all waiting statements fail', async () => {
  let lost = 0;
  const { ask, ended } = await thread(() => {
    lost += 1;
  });
  const asked = [ask(select(LONG), 300), ask(select('select 1'))];
  for (const one of await Promise.allSettled(asked)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'STORE_SILENT' } });
  }
  expect(lost).toBe(1);
  // The process goes on, and the abandoned thread ends when its call returns.
  await expect(ask(select('select 1'))).rejects.toMatchObject({ code: 'STORE_SILENT' });
  await ended;
});

it('rolls back transactions that were not committed, and statements that failed', async () => {
  const { ask } = await thread(() => expect.fail('it is there'));
  const write = (sql: string) => ask({ kind: 'write', sql, parameters: [] });
  await write('create table kept (id text primary key)');
  await ask({ kind: 'begin' });
  await ask({ kind: 'step', sql: 'insert into kept values (?)', parameters: ['a'] });
  expect((await ask(select('select * from kept'))).rows).toEqual([]);
  await ask({ kind: 'rollback' });
  expect((await write("insert into kept values ('b')")).changes).toBe(1);
  await expect(write("insert into kept values ('b')")).rejects.toMatchObject({
    code: expect.stringMatching(/^SQLITE_CONSTRAINT/),
  });
  expect((await ask(select('select * from kept'))).rows).toEqual([{ id: 'b' }]);
});

inLongSet(it)('runs from sources as well, with a TypeScript loader', async () => {
  const worker = startEmbeddedWorker();
  worker.postMessage({ id: 7, work: select('select 1') });
  const [reply] = (await once(worker, 'message')) as [EmbeddedReply];
  expect(reply).toMatchObject({ id: 7, error: { message: 'the database is not open' } });
  worker.postMessage({ id: 8, work: { kind: 'close' } });
  await once(worker, 'exit');
});

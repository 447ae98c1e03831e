import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { putBuilt, startAnnounced } from '@sonde/lab';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type BuiltServer, buildServer } from './testing/served.ts';

let server: BuiltServer;
let command = '';

beforeAll(async () => {
  server = await buildServer();
  const folder = join(dirname(server.path), '../../cli/dist');
  await putBuilt('cli', folder, 'sonde.js');
  command = join(folder, 'sonde.js');
});
afterAll(() => server.remove());

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'sonde-cli-backup-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

async function sonde(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...server.env, SONDE_RESOLVERS: '127.0.0.1:9', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, stdout, stderr };
}

async function serve(SONDE_DATA_DIR: string): Promise<string> {
  const started = await startAnnounced(process.execPath, [server.path], {
    on: 'stderr',
    line: /is ready: (\S+)/,
    env: { ...server.env, SONDE_RESOLVERS: '127.0.0.1:9', SONDE_LOG_LEVEL: 'silent', SONDE_DATA_DIR },
  });
  onTestFinished(() => started.stop('SIGKILL'));
  return started.announced;
}

async function call(url: string, path: string): Promise<number> {
  const response = await fetch(`${url}/api/account/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'someone@example.com', password: 'correct horse battery' }),
  });
  await response.text();
  return response.status;
}

it('the command backs up a running server, and restores it for another one', async () => {
  const data = join(await folder(), 'data');
  expect(await call(await serve(data), 'sign-up')).toBe(200);
  const dir = join(await folder(), 'backup');
  const made = await sonde(['backup', dir], { SONDE_DATA_DIR: data });
  expect(made).toEqual({ status: 0, stdout: `${dir}: sonde.db, secret\n`, stderr: '' });
  expect((await readdir(dir)).toSorted()).toEqual(['backup.json', 'secret', 'sonde.db']);

  const other = join(await folder(), 'data');
  expect(await sonde(['restore', dir], { SONDE_DATA_DIR: other })).toMatchObject({ status: 0, stderr: '' });
  expect(await call(await serve(other), 'sign-in')).toBe(200);

  const again = await sonde(['restore', dir], { SONDE_DATA_DIR: other });
  expect([again.status, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('exists already');
});

it('wrong usage and wrong variables are told apart from a failure', async () => {
  const dir = join(await folder(), 'backup');
  expect((await sonde(['backup'], {})).status).toBe(64);
  expect((await sonde(['restore', dir, dir], {})).status).toBe(64);
  expect((await sonde(['backup', dir], { PORT: 'x' })).status).toBe(64);
  expect((await sonde(['backup', dir], { SONDE_DATA_DIR: await folder() })).status).toBe(1);
});

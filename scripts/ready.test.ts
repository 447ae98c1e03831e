import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeTooOld } from './node-version.mjs';
import { buildReason } from './ready/built.mjs';
import { npmReason } from './ready/installed.mjs';
import { readyFolder } from './ready/ready-folder.ts';
import { firstOf, inLongSet } from './test/vitest-settings.ts';

const { folder, put, builds, run } = readyFolder();

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// `ready.long.test.ts` has further cases.
describe('preparing the repository', () => {
  it('builds every app once, and nothing if nothing changed', async () => {
    expect(await run('ready')).toMatchObject({ code: 0, stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
    expect(await run('ready')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
  });

  it.each(
    firstOf(1, [
      ['a source', 'apps/one/src/main.ts', 'changed', ['one']],
      ['a source of a package', 'packages/shared/src/shared.ts', 'changed', ['two']],
    ]),
  )('builds what is stale after a change of %s', async (_, path, text, stale) => {
    await run('ready');
    rmSync(join(folder(), 'builds.txt'));
    put(path, text);
    await run('ready');
    expect(builds()).toEqual(stale);
  });

  inLongSet(it)('builds once if two start at the same time', async () => {
    const both = await Promise.all([run('ready'), run('ready')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(builds()).toEqual(['one', 'two']);
  });

  it('says in one sentence which build failed and why, and tries again', async () => {
    put('apps/one/src/main.ts', 'broken');
    const first = await run('ready');
    expect(first.code).toBe(1);
    expect(first.stderr).toBe(
      'Building apps/one failed: src/main.ts:1:1: ERROR: broken (all of it: .cache/build-apps-one.log)\n',
    );
    put('apps/one/src/main.ts', 'mended');
    expect(await run('ready')).toMatchObject({ code: 0, stderr: '' });
  });

  inLongSet(it)('says in one sentence why the install failed', async () => {
    // A local package: npm's message must not depend on a registry, or on its cache of one.
    put('local/package.json', JSON.stringify({ name: 'local', version: '1.0.0' }));
    put('package.json', JSON.stringify({ engines: { node: '>=20.19' }, dependencies: { local: 'file:local' } }));
    rmSync(join(folder(), 'node_modules'), { recursive: true });
    const { code, stderr } = await run('start', { npm_config_offline: 'true' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Installing the packages failed: `npm ci` can only install packages when .*\n$/);
  });

  inLongSet(it)('ends what a start is building when the start is stopped', async () => {
    put('apps/one/src/main.ts', 'endless');
    const start = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder(), stdio: 'ignore' });
    const ended = once(start, 'exit');
    const pidFile = join(folder(), 'apps/one/pid');
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    start.kill('SIGTERM');
    await ended;
    // The kernel may take a moment to forget it.
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(existsSync(join(folder(), '.cache/ready.lock'))).toBe(false);
  });

  it('reports in one sentence that there is no server to start', async () => {
    const { code, stderr } = await run('start');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The server cannot be loaded: .*apps\/api\/dist\/server\.js.*\n$/);
  });
});

describe('reasons in one line', () => {
  it.each([
    ['20.19.0', null],
    ['24.1.0', null],
    ['20.18.3', 'Sonde needs Node 20.19 or newer; this is Node 20.18.3.'],
    ['18.20.8', 'Sonde needs Node 20.19 or newer; this is Node 18.20.8.'],
  ])('judges Node %s', (running, sentence) => {
    expect(nodeTooOld(running, '>=20.19')).toBe(sentence);
  });

  it.each([
    [
      'npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request to https://example.test/a failed, reason: getaddrinfo ENOTFOUND\nnpm error network This is a problem related to network connectivity.\nnpm error A complete log of this run can be found in: /root/x',
      'request to https://example.test/a failed, reason: getaddrinfo ENOTFOUND',
    ],
    [
      'npm error code E404\nnpm error 404 Not Found - GET https://example.test/a\nnpm error 404',
      'Not Found - GET https://example.test/a',
    ],
    [
      "npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! path /a\nnpm ERR! errno -13\nnpm ERR! Error: EACCES: permission denied, mkdir '/a'",
      "Error: EACCES: permission denied, mkdir '/a'",
    ],
    ['spawn npm ENOENT', 'spawn npm ENOENT'],
    ['', 'npm gave no reason.'],
  ])('finds why npm failed: %j', (output, reason) => {
    expect(npmReason(output)).toBe(reason);
  });

  it.each([
    ['\u001b[31m✘ [ERROR] Could not resolve "x"\u001b[0m\n    at a (b.js:1)\n', '✘ [ERROR] Could not resolve "x"'],
    ["  throw new Error('no font');\n        ^\n\nError: no font\n    at a (b.js:1)\n", 'Error: no font'],
    ['src/a.ts(1,2): error TS2304: no name', 'src/a.ts(1,2): error TS2304: no name'],
    ['building\nstopped\n\n', 'stopped'],
    ['', 'it gave no reason'],
  ])('finds why a build failed: %j', (output, reason) => {
    expect(buildReason(output)).toBe(reason);
  });
});

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeTooOld } from './node-version.mjs';
import { buildReason } from './ready/built.mjs';
import { npmReason } from './ready/installed.mjs';

// A folder with the scripts and two apps that build at the same time: `one` from its own sources, `two` from a package
// as well.
const BUILD = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
appendFileSync('../../builds.txt', process.env.npm_package_name + '\\n');
const text = readFileSync('src/main.ts', 'utf8');
if (text.includes('broken')) { console.error('src/main.ts:1:1: ERROR: broken'); process.exit(1); }
if (text.includes('endless')) { writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000); }
writeFileSync('dist/server.js', text);
`;
const app = (name: string, dependencies = {}) => ({
  [`apps/${name}/package.json`]: JSON.stringify({ name, scripts: { build: 'node build.mjs' }, dependencies }),
  [`apps/${name}/build.mjs`]: BUILD,
  [`apps/${name}/src/main.ts`]: `console.log('${name}')`,
});
const files: Record<string, string> = {
  'package.json': JSON.stringify({ engines: { node: '>=20.19' }, workspaces: ['packages/*', 'apps/*'] }),
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }),
  'node_modules/.package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
  'tsconfig.base.json': '{}',
  'packages/shared/package.json': JSON.stringify({ name: 'shared', version: '0.1.0' }),
  'packages/shared/src/shared.ts': 'export const shared = 1;',
  ...app('one'),
  ...app('two', { shared: '0.1.0' }),
};

let folder = '';
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const builds = () =>
  existsSync(join(folder, 'builds.txt'))
    ? readFileSync(join(folder, 'builds.txt'), 'utf8').trim().split('\n').sort()
    : [];

/** Runs a script of the folder; never rejects. */
const run = (script: string, env: Record<string, string> = {}, user: { uid?: number; gid?: number } = {}) =>
  call(process.execPath, [`scripts/${script}.mjs`], env, user);

const call = (command: string, args: string[], env: Record<string, string> = {}, user = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, ...user };
    const child = execFile(command, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A registry that says, as npm's does, for how long its lists of versions may be kept. */
async function startRegistry() {
  const archives = new Map<string, Buffer>();
  const versions: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const archive = archives.get(request.url ?? '');
    if (archive !== undefined) return response.end(archive);
    response.setHeader('cache-control', 'public, max-age=300');
    return response.end(JSON.stringify({ name: 'local', 'dist-tags': {}, versions }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    publish(name: string, version: string, archive: Buffer) {
      const path = `/${name}/-/${name}-${version}.tgz`;
      archives.set(path, archive);
      const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
      versions[version] = { name, version, dist: { tarball: address + path, integrity } };
    },
    close: () => server.close(),
  };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-ready-'));
  cpSync(import.meta.dirname, join(folder, 'scripts'), { recursive: true });
  for (const [path, text] of Object.entries(files)) put(path, text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('preparing the repository', () => {
  it('builds every app once, and nothing if nothing changed', async () => {
    expect(await run('ready')).toMatchObject({ code: 0, stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
    expect(await run('ready')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
  });

  it('uses what another user has built, and says so if that is incomplete', async () => {
    await run('ready');
    const isRoot = process.getuid?.() === 0;
    for (const path of ['', '.cache']) chmodSync(join(folder, path), 0o555);
    const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    expect(await run('ready', {}, stranger)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
    put('apps/one/src/main.ts', 'changed');
    const { code, stderr } = await run('ready', {}, stranger);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Not built from the present sources: apps\/one\. This user may not write to .*\.\n$/);
    for (const path of ['', '.cache']) chmodSync(join(folder, path), 0o755);
  });

  it.each([
    ['a source', 'apps/one/src/main.ts', 'changed', ['one']],
    ['a source of a package', 'packages/shared/src/shared.ts', 'changed', ['two']],
    ['a new file', 'apps/one/src/more.ts', 'new', ['one']],
    ['the result', 'apps/two/dist/server.js', 'cut', ['two']],
    ['the lock', 'package-lock.json', '{"lockfileVersion": 3, "packages": {}}', ['one', 'two']],
    ['a test', 'apps/one/src/main.test.ts', 'changed', []],
  ])('builds what is stale after a change of %s', async (_, path, text, stale) => {
    await run('ready');
    rmSync(join(folder, 'builds.txt'));
    put(path, text);
    await run('ready');
    expect(builds()).toEqual(stale);
  });

  it('ignores file times, which a checkout changes', async () => {
    await run('ready');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(folder, 'apps/one/src/main.ts'), later, later);
    utimesSync(join(folder, 'package-lock.json'), later, later);
    expect(await run('ready')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('builds once if two start at the same time', async () => {
    const both = await Promise.all([run('ready'), run('ready')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(builds()).toEqual(['one', 'two']);
  });

  it('does not wait for a start that was killed', async () => {
    put('.cache/ready.lock', '1');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(folder, '.cache/ready.lock'), longAgo, longAgo);
    expect(await run('ready')).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, '.cache/ready.lock'))).toBe(false);
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

  it('says in one sentence why the install failed', async () => {
    // A local package: npm's message must not depend on a registry, or on its cache of one.
    put('local/package.json', JSON.stringify({ name: 'local', version: '1.0.0' }));
    put('package.json', JSON.stringify({ engines: { node: '>=20.19' }, dependencies: { local: 'file:local' } }));
    rmSync(join(folder, 'node_modules'), { recursive: true });
    const { code, stderr } = await run('start', { npm_config_offline: 'true' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Installing the packages failed: `npm ci` can only install packages when .*\n$/);
  });

  it('installs for a start what it needs, for development everything, and then keeps that', async () => {
    for (const name of ['needed', 'tool']) {
      put(`local/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
      await call('npm', ['pack', `./local/${name}`]);
    }
    const archive = (name: string) => ({ [name]: `file:${name}-1.0.0.tgz` });
    const manifest = { dependencies: archive('needed'), devDependencies: archive('tool') };
    put('package.json', JSON.stringify({ ...JSON.parse(files['package.json'] ?? ''), ...manifest }));
    put('.npmrc', 'offline=true\ninstall-links=false\n');
    rmSync(join(folder, 'node_modules'), { recursive: true });
    rmSync(join(folder, 'package-lock.json'));
    await call('npm', ['install', '--package-lock-only']);
    const installed = () => ['needed', 'tool'].filter((name) => existsSync(join(folder, 'node_modules', name)));

    expect(await run('ready')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Installing packages…\n/) });
    expect(installed()).toEqual(['needed']);
    expect(await run('ready')).toMatchObject({ code: 0, stdout: '' });
    const whole = `import('./scripts/ready/ready.mjs').then(({ makeReady }) => makeReady({ isBuilt: false }))`;
    expect(await call(process.execPath, ['-e', whole])).toMatchObject({ code: 0, stdout: 'Installing packages…\n' });
    expect(installed()).toEqual(['needed', 'tool']);
    rmSync(join(folder, 'node_modules/needed'), { recursive: true });
    expect(await run('ready')).toMatchObject({ code: 0, stdout: 'Installing packages…\n' });
    expect(installed()).toEqual(['needed', 'tool']);
  });

  it('asks the registry for a version that is newer than the cache', async () => {
    const registry = await startRegistry();
    try {
      const env = { npm_config_registry: registry.address, npm_config_cache: join(folder, 'cache') };
      const manifest = JSON.parse(files['package.json'] ?? '');
      for (const version of ['1.0.0', '2.0.0']) {
        put('local/package.json', JSON.stringify({ name: 'local', version }));
        await call('npm', ['pack', './local']);
        registry.publish('local', version, readFileSync(join(folder, `local-${version}.tgz`)));
        put('package.json', JSON.stringify({ ...manifest, dependencies: { local: version } }));
        for (const path of ['package-lock.json', 'node_modules']) rmSync(join(folder, path), { recursive: true });
        // Only the lock is made with a new cache: the start's own cache knows what was there at the start before.
        const withNewCache = { ...env, npm_config_cache: join(folder, version) };
        expect(await call('npm', ['install', '--package-lock-only'], withNewCache)).toMatchObject({ code: 0 });
        expect(await run('ready', env)).toMatchObject({ code: 0, stderr: '' });
        const installed = JSON.parse(readFileSync(join(folder, 'node_modules/local/package.json'), 'utf8'));
        expect(installed.version).toBe(version);
      }
    } finally {
      registry.close();
    }
  });

  it('ends what a start is building when the start is stopped', async () => {
    put('apps/one/src/main.ts', 'endless');
    const start = spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, stdio: 'ignore' });
    const ended = once(start, 'exit');
    const pidFile = join(folder, 'apps/one/pid');
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    start.kill('SIGTERM');
    await ended;
    // The kernel may take a moment to forget it.
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(existsSync(join(folder, '.cache/ready.lock'))).toBe(false);
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

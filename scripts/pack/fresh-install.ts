import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  type MaliciousNameServer,
  startMaliciousNameServer,
} from '../../lab/src/dns/malicious/malicious-name-server.ts';
import { runNpm } from '../ready/run-command.mjs';
import { pack } from './pack.mjs';

export const run = promisify(execFile);
export const root = join(import.meta.dirname, '../..');
export const LIBRARIES = ['@sonde/contract', '@sonde/probes'];

/**
 * Does what a user does, for the tests of a file: packages are packed as npm would publish them, installed into an empty
 * folder without a registry, and used there.
 */
export function freshInstall() {
  let folder = '';
  let packed: Awaited<ReturnType<typeof pack>> = [];
  let resolver: MaliciousNameServer;
  const empty = () => join(folder, 'empty');
  const tarball = (name: string) => packed.find((one) => one.name === name)?.file ?? '';
  const inPackage = (name: string, path: string) => join(empty(), 'node_modules', name, path);
  const manifestOf = (name: string) => JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8'));
  const stranger = () => ({
    cwd: empty(),
    env: { PATH: process.env['PATH'], HOME: folder, SONDE_RESOLVERS: resolver.address, PORT: '0' },
  });

  /** Unpacks a library, and takes its dependencies from the repository instead of a registry. */
  async function installLibrary(name: string): Promise<void> {
    mkdirSync(inPackage(name, ''), { recursive: true });
    await run('tar', ['-xzf', tarball(name), '--strip-components=1', '-C', inPackage(name, '')]);
    for (const needed of Object.keys(manifestOf(name).dependencies).filter((one) => !one.startsWith('@sonde/'))) {
      if (existsSync(inPackage(needed, ''))) continue;
      mkdirSync(dirname(inPackage(needed, '')), { recursive: true });
      symlinkSync(join(root, 'node_modules', needed), inPackage(needed, ''));
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-packed-'));
    mkdirSync(empty());
    resolver = await startMaliciousNameServer('answer');
    packed = await pack(join(folder, 'packages'), { hasData: false });
    // An empty cache, so that nothing this machine has fetched before can be used.
    const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
    const { code, output } = await runNpm(['install', ...options, tarball('sonde')], { cwd: empty() });
    expect(code, output).toBe(0);
    for (const name of LIBRARIES) await installLibrary(name);
  });
  afterAll(async () => {
    await resolver?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    empty,
    packed: () => packed,
    tarball,
    inPackage,
    manifestOf,
    stranger,
    filesOf: (name: string) => readdirSync(inPackage(name, ''), { recursive: true }).map(String),
    sonde: (...args: string[]) => run(join(empty(), 'node_modules/.bin/sonde'), args, stranger()),
  };
}

import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../commands.ts';

/** Releases of Node in the registry, by the OpenSSL inside. */
export const oldOpenssl = {
  /** SSLv2, SSLv3 and TLS 1.0. */
  '1.0.0m': { alias: 'node-0.8', version: '0.8.28' },
  /** Heartbleed and CCS injection. */
  '1.0.1e': { alias: 'node-0.10.1', version: '0.10.1' },
  /** CCS injection; built without heartbeats. */
  '1.0.1e-no-heartbeats': { alias: 'node-0.10.26', version: '0.10.26' },
  '1.0.1l': { alias: 'node-0.12', version: '0.12.0' },
  /** RC4 and 3DES beside the suites of TLS 1.2. */
  '1.0.2s': { alias: 'node-8', version: '8.17.0' },
  /** ML-KEM. */
  '3.5.1': { alias: 'node-24', version: '24.5.0' },
} as const;

export type OldOpenssl = keyof typeof oldOpenssl;

const folder = fileURLToPath(new URL('../../old-nodes/', import.meta.url));
const cache = join(folder, '.cache');
const installWithinMs = 180_000;

/** The server that each of them runs. */
export const oldNodeServer = join(folder, 'server.cjs');

/** The path of an old Node; all of them are installed when they are first needed. */
export async function provideOldNode(openssl: OldOpenssl): Promise<string> {
  const { alias, version } = oldOpenssl[openssl];
  await install();
  const packed = join(folder, 'node_modules', alias);
  // Early packages hold the archive of a release, and a script that would unpack it.
  const archive = join(packed, `node-v${version}-linux-x64.tar.gz`);
  if (!(await exists(archive))) return join(packed, 'bin/node');
  const inside = `node-v${version}-linux-x64/bin/node`;
  const program = join(cache, inside);
  if (await exists(program)) return program;
  await alone(['tar', '-xzf', archive, '-C', cache, inside]);
  return program;
}

/** Installs what the lock names; a copy of the lock beside it says that this has been done. */
async function install(): Promise<void> {
  const [wanted, installed] = await Promise.all(
    ['package-lock.json', 'node_modules/.installed-lock'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  if (wanted === installed) return;
  // Whoever waited for another test file finds it done.
  const script = `cd -- "$0" && cmp -s package-lock.json node_modules/.installed-lock || {
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.installed-lock
  }`;
  await alone(['sh', '-c', script, folder]);
}

/** Test files run side by side: one at a time unpacks. */
async function alone(command: readonly string[]): Promise<void> {
  await mkdir(cache, { recursive: true });
  await runCommand('flock', [join(cache, 'lock'), ...command], folder, installWithinMs);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

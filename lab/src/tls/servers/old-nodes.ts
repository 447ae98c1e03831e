import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../processes/commands.ts';

/** The folders of `old-nodes`, by the version of OpenSSL that they contain. */
const folders = {
  /** SSLv2, SSLv3 and TLS 1.0. */
  '1.0.0m': 'node-0.8',
  /** Heartbleed and CCS injection. */
  '1.0.1e': 'node-0.10.1',
  /** CCS injection; built without heartbeats. */
  '1.0.1e-no-heartbeats': 'node-0.10.26',
  '1.0.1l': 'node-0.12',
  /** RC4 and 3DES beside the suites of TLS 1.2. */
  '1.0.2s': 'node-8',
  /** ML-KEM. */
  '3.5.1': 'node-24',
} as const;

export type OldOpenssl = keyof typeof folders;

const folder = fileURLToPath(new URL('../../../old-nodes/', import.meta.url));
const installWithinMs = 180_000;

/** The server script that each of them runs. */
export const oldNodeServer = join(folder, 'server.cjs');

/** The path of an old version of Node; all of them are installed when first needed. */
export function provideOldNode(openssl: OldOpenssl): Promise<string> {
  return provideFolder(folders[openssl]);
}

/** The path of the oldest Node that the product promises to run on (`engines` in the root package.json). */
export function provideOldestNode(): Promise<string> {
  return provideFolder('node-20');
}

async function provideFolder(name: string): Promise<string> {
  // The first time this takes some seconds; `npm test` does it beforehand.
  await runCommand('sh', [join(folder, 'install.sh')], folder, installWithinMs);
  return join(folder, 'node_modules', name, 'bin/node');
}

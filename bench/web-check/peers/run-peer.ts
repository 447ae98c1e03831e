import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand, runCommand } from '@sonde/lab';

/** Where a peer looks up names, which it cannot be told otherwise. */
export type Names = { readonly resolver: string } | { readonly hosts: readonly string[] };

const TIMEOUT_MS = 60_000;
const MOUNT = 'mount --bind "$0" "$1" && shift && exec "$@"';

/** Runs a peer; what it says on both outputs, whatever it ends with. */
export async function runPeer(command: string, args: readonly string[], timeoutMs = TIMEOUT_MS): Promise<string> {
  return runCommand('sh', ['-c', '"$0" "$@" 2>&1; true', findCommand(command), ...args], undefined, timeoutMs);
}

/** Runs a peer in a file system of its own, in which it finds these names at 127.0.0.1, or asks this resolver. */
export async function runPeerWithNames(names: Names, command: string, args: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-bench-'));
  try {
    const file = join(folder, 'names');
    const isResolver = 'resolver' in names;
    await writeFile(file, isResolver ? `nameserver ${names.resolver}\n` : `127.0.0.1 ${names.hosts.join(' ')}\n`);
    const place = isResolver ? '/etc/resolv.conf' : '/etc/hosts';
    const inside = ['sh', '-c', MOUNT, file, place, findCommand(command), ...args];
    return await runPeer('unshare', ['--mount', '--propagation', 'private', ...inside]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

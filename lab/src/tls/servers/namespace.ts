import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../../processes/commands.ts';
import type { Workplace } from '../../processes/workplace.ts';
import { startTcpRelay, type TcpRelay } from '../tcp-relay.ts';

/** The port on which a server in its own namespace must listen. */
export const NAMESPACE_PORT = 4433;

const insideScript = fileURLToPath(new URL('./inside-namespace.mjs', import.meta.url));

/**
 * Starts a server that listens on all addresses in its own network namespace, and a relay from a port of 127.0.0.1 through
 * a Unix socket into that namespace.
 */
export async function startInNamespace(
  workplace: Workplace,
  name: string,
  [command = '', ...args]: readonly string[],
): Promise<TcpRelay> {
  const socketPath = join(workplace.directory, `${name}.sock`);
  const isRoot = process.getuid?.() === 0;
  const enter = ['--net', ...(isRoot ? [] : ['--user', '--map-root-user'])];
  // It ends with the process that started it.
  const server = [findCommand('setpriv'), '--pdeathsig', 'KILL', findCommand(command), ...args];
  await workplace.start(
    'unshare',
    [...enter, process.execPath, insideScript, socketPath, findCommand('ip'), ...server],
    /ready/,
  );
  return startTcpRelay({ path: socketPath });
}

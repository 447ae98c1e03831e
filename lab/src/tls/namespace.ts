import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../commands.ts';
import type { Workplace } from '../workplace.ts';
import { relayToSocket } from './relay.ts';

/** The port on which a server in a namespace of its own has to listen. */
export const NAMESPACE_PORT = 4433;

const insideScript = fileURLToPath(new URL('./inside-namespace.mjs', import.meta.url));

/**
 * Starts a server that listens on every address of a machine in a network namespace of its own. A Unix socket leads
 * into it; what comes to the port of 127.0.0.1 is passed on. Gives that port and what ends the passing on.
 */
export async function startInNamespace(
  workplace: Workplace,
  name: string,
  [command = '', ...args]: readonly string[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const socketPath = join(workplace.directory, `${name}.sock`);
  const isRoot = process.getuid?.() === 0;
  const enter = ['--net', ...(isRoot ? [] : ['--user', '--map-root-user'])];
  // It ends with whoever started it.
  const server = [findCommand('setpriv'), '--pdeathsig', 'KILL', findCommand(command), ...args];
  await workplace.start(
    'unshare',
    [...enter, process.execPath, insideScript, socketPath, findCommand('ip'), ...server],
    /ready/,
  );
  return relayToSocket(socketPath);
}

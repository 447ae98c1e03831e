import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { findCommand } from '../processes/commands.ts';
import { childOf } from './child-of.ts';

const readyWithinMs = 20_000;

/** Private network, mount and process namespaces, which end together with all processes in them. */
export interface PrivateNetwork {
  /** Process id of the first process, outside of the namespaces. */
  readonly processId: number;
  /** The command line that enters one of the named network namespaces, to be followed by a command. */
  entrance(name: string): readonly [string, ...string[]];
  close(): Promise<void>;
}

/**
 * Runs the script as the first process of new namespaces and waits until it prints `ready`. The script must exit when
 * its standard input closes, which happens when this process ends in any way. When the first process exits, the kernel
 * kills all others.
 */
export async function openPrivateNetwork(script: string): Promise<PrivateNetwork> {
  await access('/dev/net/tun', constants.R_OK | constants.W_OK).catch((error: Error) => {
    throw new Error(`The network lab needs a TUN device, which is not available here (${error.message}).`);
  });
  // Only root may create namespaces; other users can become root of a user namespace if the kernel allows it.
  const isRoot = process.getuid?.() === 0;
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  const args = [...(isRoot ? [] : ['--user', '--map-root-user']), ...namespaces, 'sh', '-c', script];
  // In its own session, so that it does not receive Ctrl-C; it ends with this process.
  const holder = spawn(findCommand('unshare'), args, { stdio: 'pipe', detached: true });
  holder.stdin.on('error', () => {});
  const close = async () => {
    if (holder.exitCode !== null || holder.signalCode !== null || holder.pid === undefined) return;
    const ended = once(holder, 'exit');
    holder.stdin.end();
    await ended;
  };
  try {
    await untilReady(holder);
    const processId = await childOf(holder);
    const user = isRoot ? [] : ['--user', '--preserve-credentials'];
    const inside = ['--target', String(processId), ...user, '--mount', '--pid'];
    const nsenter = findCommand('nsenter');
    return {
      processId,
      entrance: (name) => [nsenter, ...inside, `--net=/proc/${processId}/root/run/netns/${name}`],
      close,
    };
  } catch (error) {
    // The script may have stopped at any point.
    holder.kill('SIGKILL');
    throw error;
  }
}

async function untilReady(holder: ChildProcess): Promise<void> {
  let errors = '';
  holder.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      reject(new Error(`The network lab cannot run on this machine: ${what}\n${errors}`.trimEnd()));
    };
    const timer = setTimeout(() => fail(`it was not up after ${readyWithinMs / 1000} s.`), readyWithinMs);
    holder.once('error', (error) => fail(`unshare could not be started (${error.message}).`));
    holder.once('close', () => fail('its namespaces could not be made.'));
    holder.stdout?.once('data', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

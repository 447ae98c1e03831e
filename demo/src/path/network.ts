import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathScript, READY_LINE } from './script.ts';

/** Far longer than it takes, which is a fraction of a second. */
const READY_MS = 40_000;
const STARTED_MS = 60_000;
const ENDED_MS = 25_000;
const LONGEST_REASON = 120;

/** A program in a network of its own that has the path. */
export interface PathNetwork {
  /** The first line that the program prints. @throws if it ends before, or prints none within a minute */
  firstLine(): Promise<string>;
  /** Closes the standard input of the program, waits for its end, and kills it if that takes too long. */
  close(): Promise<void>;
}

/** Why this machine does not have the path, in words that end a sentence. */
export class PathMissing extends Error {}

/**
 * Makes the routers and starts a program beside them, without privileges if the kernel permits user namespaces. The program is the
 * first process of its namespaces: when it ends, the kernel ends everything in them. It has to end with its standard input, which
 * closes when this process ends, by whatever signal.
 * @throws PathMissing
 */
export async function openPathNetwork(folder: string, program: readonly string[], cwd: string): Promise<PathNetwork> {
  if (process.platform !== 'linux') throw new PathMissing('network namespaces are a part of Linux');
  const isRoot = process.getuid?.() === 0;
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  const user = isRoot ? [] : ['--user', '--map-root-user'];
  // In a session of its own: Ctrl-C is for this process, which then ends the program in order.
  const child = spawn('unshare', [...user, ...namespaces, 'sh', '-c', pathScript(), 'sh', folder, ...program], {
    cwd,
    stdio: 'pipe',
    detached: true,
  });
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const failed = new Promise<null>((resolve) => child.once('error', () => resolve(null)));
  const nextLine = async (withinMs: number): Promise<string | null> => {
    const next = await Promise.race([lines.next(), failed, sleep(withinMs, null, { ref: false })]);
    return next === null || next.done ? null : next.value;
  };
  const errors = errorsOf(child);
  if ((await nextLine(READY_MS)) !== READY_LINE) {
    await end(child, 0);
    throw new PathMissing(errors.reason());
  }
  errors.forward();
  return {
    async firstLine() {
      const line = await nextLine(STARTED_MS);
      if (line === null) throw new Error('it ended while it started, or took longer than a minute');
      return line;
    },
    close: () => end(child, ENDED_MS),
  };
}

/** Errors are the reason until the network is there, and are printed from then on. */
function errorsOf(child: ChildProcess) {
  let text = '';
  const collect = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-LONGEST_REASON * 10);
  };
  child.stderr?.on('data', collect);
  child.on('error', ({ message }: Error) => {
    text = /ENOENT/.test(message) ? 'the command unshare is not installed' : message;
  });
  return {
    reason: () => text.trim().split('\n').at(-1)?.slice(0, LONGEST_REASON) || 'its routers could not be made in time',
    forward() {
      child.stderr?.off('data', collect);
      child.stderr?.pipe(process.stderr, { end: false });
    },
  };
}

/** Killing unshare kills the first process, and that ends all others. */
async function end(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}

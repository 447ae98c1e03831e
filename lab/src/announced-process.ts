import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const announcedWithinMs = 60_000;
const endedWithinMs = 10_000;
const keptLines = 100;

/** How a process says that it is ready. */
export interface Announcement {
  /** Labs announce themselves on standard output, servers on standard error. */
  readonly on: 'stdout' | 'stderr';
  /** The line; its first group is what is given back. */
  readonly line: RegExp;
  /** Default: far above what a start takes, for on a busy machine slow is not wrong. */
  readonly withinMs?: number;
}

export interface StartOptions extends Announcement {
  readonly cwd?: string | URL;
  /** The whole environment; default: ours. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where standard output goes when nothing is announced there; default: nowhere. */
  readonly stdout?: 'pipe' | 'inherit' | 'ignore' | number;
}

/** A process that is ready; whoever started it stops it. */
export interface AnnouncedProcess {
  readonly child: ChildProcess;
  readonly announced: string;
  /** Sends a signal, by default SIGTERM, and waits for the end; what does not end is killed. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process and waits until it announces itself. Its standard input is a pipe, which closes when we end. */
export async function startAnnounced(
  command: string,
  args: readonly string[],
  { cwd, env, stdout = 'ignore', ...announcement }: StartOptions,
): Promise<AnnouncedProcess> {
  const output = announcement.on === 'stdout' ? 'pipe' : stdout;
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', output, 'pipe'] });
  const announced = await announcementOf(child, announcement);
  return { child, announced, stop: (signal) => endProcess(child, signal) };
}

/**
 * Waits for the line with which a process announces itself, and gives its first group. One that ends before that, or
 * has not said it in time (a minute by default), is killed; the error tells what it said instead.
 */
export async function announcementOf(child: ChildProcess, announcement: Announcement): Promise<string> {
  const said: string[] = [];
  const failed = (why: string) => new Error(`${child.spawnargs.join(' ')} ${why}; it said:\n${said.join('\n')}`);
  const { withinMs = announcedWithinMs } = announcement;
  const signal = AbortSignal.timeout(withinMs);
  try {
    return await Promise.race([
      lineOf(child, announcement, said),
      // It closes after the last of its lines was read.
      once(child, 'close', { signal }).then(([code, name]) => Promise.reject(failed(`ended with ${name ?? code}`))),
    ]);
  } catch (error) {
    await endProcess(child, 'SIGKILL');
    throw signal.aborted ? failed(`was not ready after ${withinMs / 1000} s`) : error;
  }
}

function lineOf(child: ChildProcess, { on, line }: Announcement, said: string[]): Promise<string> {
  return new Promise((resolve) => {
    let isReady = false;
    for (const name of new Set([on, 'stderr'] as const)) {
      const stream = child[name];
      if (stream === null) continue;
      // It is read to the end: a full pipe would stop the process.
      createInterface({ input: stream }).on('line', (text) => {
        // From here on only what goes wrong is of interest.
        if (isReady) {
          if (name === 'stderr') process.stderr.write(`${text}\n`);
          return;
        }
        said.push(text);
        if (said.length > keptLines) said.shift();
        const [, found] = (name === on && line.exec(text)) || [];
        if (found === undefined) return;
        isReady = true;
        resolve(found);
      });
    }
  });
}

/** Sends a signal, by default SIGTERM, and waits for the end; a process that does not end in time is killed. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
  withinMs = endedWithinMs,
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await ended;
  clearTimeout(timer);
}

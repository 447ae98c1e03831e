import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const announcedWithinMs = 60_000;
const endedWithinMs = 10_000;
const keptLines = 100;

/** How a process announces that it is ready. */
export interface Announcement {
  /** Labs announce themselves on standard output, servers on standard error. */
  readonly on: 'stdout' | 'stderr';
  /** The line to wait for; its first group is returned. */
  readonly line: RegExp;
  /** Default: a minute, far longer than any start takes, because the machine may be busy. */
  readonly withinMs?: number;
}

export interface StartOptions extends Announcement {
  readonly cwd?: string | URL;
  /** The complete environment; default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Destination of standard output if nothing is announced there; default: ignored. */
  readonly stdout?: 'pipe' | 'inherit' | 'ignore' | number;
}

/** A process that is ready; the caller must stop it. */
export interface AnnouncedProcess {
  readonly child: ChildProcess;
  readonly announced: string;
  /** Sends a signal (default SIGTERM) and waits for the process to exit; kills it if that takes too long. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process and waits until it announces itself. Its standard input is a pipe, which closes when this process ends. */
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
 * Waits for the line with which a process announces itself, and returns its first group. A process that exits before
 * that, or does not print the line in time, is killed; the error contains its output.
 */
export async function announcementOf(child: ChildProcess, announcement: Announcement): Promise<string> {
  const output: string[] = [];
  const failed = (why: string) => new Error(`${child.spawnargs.join(' ')} ${why}; its output:\n${output.join('\n')}`);
  const { withinMs = announcedWithinMs } = announcement;
  const signal = AbortSignal.timeout(withinMs);
  try {
    return await Promise.race([
      lineOf(child, announcement, output),
      // `close` is emitted after the last line was read.
      once(child, 'close', { signal }).then(([code, name]) => Promise.reject(failed(`ended with ${name ?? code}`))),
    ]);
  } catch (error) {
    await endProcess(child, 'SIGKILL');
    throw signal.aborted ? failed(`was not ready after ${withinMs / 1000} s`) : error;
  }
}

function lineOf(child: ChildProcess, { on, line }: Announcement, output: string[]): Promise<string> {
  return new Promise((resolve) => {
    let isReady = false;
    for (const name of new Set([on, 'stderr'] as const)) {
      const stream = child[name];
      if (stream === null) continue;
      // The stream is read until it ends: a full pipe would block the process.
      createInterface({ input: stream }).on('line', (text) => {
        // Once the process is ready, only its errors are collected.
        if (isReady) {
          if (name === 'stderr') process.stderr.write(`${text}\n`);
          return;
        }
        output.push(text);
        if (output.length > keptLines) output.shift();
        const [, found] = (name === on && line.exec(text)) || [];
        if (found === undefined) return;
        isReady = true;
        resolve(found);
      });
    }
  });
}

/** Sends a signal (default SIGTERM) and waits for the process to exit; kills it if that takes too long. */
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

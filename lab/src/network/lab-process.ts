import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { childOf } from './child-of.ts';

const readyWithinMs = 20_000;
const keptCharacters = 64_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  /** Added to our own environment; an undefined value takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: ours. */
  readonly cwd?: string;
  /** Resolves only when the output matches; fails when the process ends before, or after 20 s. */
  readonly isReady?: RegExp;
}

/** A process inside the lab's namespaces. */
export interface LabProcess {
  /** As seen from outside: for signals, and for /proc. */
  readonly id: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The last 64,000 characters of both outputs. */
  readonly output: string;
  readonly ended: Promise<Ending>;
  /** Sends a signal, by default SIGKILL, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

/**
 * Starts a command behind an entrance, such as that of `PrivateNetwork`. The shell in between tells by its third
 * descriptor that the process is there, goes to the working directory, and becomes the command.
 */
export async function startBehind(
  entrance: readonly [string, ...string[]],
  command: readonly string[],
  { env, cwd = process.cwd(), isReady }: StartOptions = {},
): Promise<LabProcess> {
  const [enter, ...enterArgs] = entrance;
  const shell = ['sh', '-c', 'echo >&3 && cd -- "$0" && exec "$@" 3>&-', cwd];
  const child = spawn(enter, [...enterArgs, '--', ...shell, ...command], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [stdin, stdout, stderr, started] = child.stdio as [Writable, Readable, Readable, Readable, ...unknown[]];
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-keptCharacters);
    });
  }
  // Whoever writes to a process that ended learns it by `ended`.
  stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  await Promise.race([once(started, 'data'), ended.then(({ code }) => fail(`code ${code}`))]);
  const id = await childOf(child);

  function fail(why: string): never {
    throw new Error(`${command.join(' ')} in the network lab: ${why}; its output ends with:\n${output}`);
  }
  const stop = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) process.kill(id, signal);
    return ended;
  };
  if (isReady) {
    try {
      await matching([stdout, stderr], () => isReady.test(output), ended, fail);
    } catch (error) {
      await stop();
      throw error;
    }
  }
  return {
    id,
    stdin,
    stdout,
    stderr,
    get output() {
      return output;
    },
    ended,
    stop,
  };
}

async function matching(
  streams: readonly Readable[],
  isReady: () => boolean,
  ended: Promise<Ending>,
  fail: (why: string) => never,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<void>((resolve) => {
    for (const stream of streams) stream.on('data', () => isReady() && resolve());
    if (isReady()) resolve();
  });
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, readyWithinMs, new Error('late'));
  }).catch(() => fail(`not ready after ${readyWithinMs / 1000} s`));
  try {
    await Promise.race([ready, late, ended.then(({ code, signal }) => fail(`ended with ${signal ?? `code ${code}`}`))]);
  } finally {
    clearTimeout(timer);
  }
}

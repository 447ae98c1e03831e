import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { childOf } from './child-of.ts';

const readyWithinMs = 20_000;
const keptCharacters = 64_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StartOptions {
  /** Added to the environment of this process; an undefined value removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Default: that of the current process. */
  readonly cwd?: string;
  /** Waits for output that matches; fails if the process exits before, or after 20 s. */
  readonly isReady?: RegExp;
}

/** A process inside the lab's namespaces. */
export interface LabProcess {
  /** Process id outside of the namespaces: for signals, and for /proc. */
  readonly id: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The last 64,000 characters of both outputs. */
  readonly output: string;
  readonly ended: Promise<Ending>;
  /** Sends a signal (default SIGKILL) and waits for the process to exit. */
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

/**
 * The shell announces itself on descriptor 3 and waits until its id is known, then executes the command. A short
 * command could otherwise exit before its id is found.
 */
const beginning = 'echo >&3 && read -r _ <&3 && cd -- "$0" && exec "$@" 3>&-';

/** Starts a command through an entrance command, such as that of `PrivateNetwork`. */
export async function startBehind(
  entrance: readonly [string, ...string[]],
  command: readonly string[],
  { env, cwd = process.cwd(), isReady }: StartOptions = {},
): Promise<LabProcess> {
  const [enter, ...enterArgs] = entrance;
  const child = spawn(enter, [...enterArgs, '--', 'sh', '-c', beginning, cwd, ...command], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit').then(([code, signal]): Ending => ({ code, signal }));
  const { stdin, stdout, stderr, talk } = pipesOf(child);
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-keptCharacters);
    });
  }
  const failed = (why: string) =>
    new Error(`${command.join(' ')} in the network lab ${why}; its output ends with:\n${output}`);
  const endedTooEarly = ended.then(({ code, signal }) => {
    throw failed(`ended with ${signal ?? `code ${code}`}`);
  });
  await Promise.race([once(talk, 'data'), endedTooEarly]);
  const id = await childOf(child);
  talk.end('go\n');
  const stop = (signal: NodeJS.Signals = 'SIGKILL') => {
    // Once the entrance has exited, the id may belong to another process.
    if (child.exitCode === null && child.signalCode === null) send(id, signal);
    return ended;
  };
  if (isReady) {
    const late = () => failed(`was not ready after ${readyWithinMs / 1000} s`);
    const ready = until([stdout, stderr], () => isReady.test(output), late);
    await Promise.race([ready, endedTooEarly]).catch(async (error) => {
      await stop();
      throw error;
    });
  }
  return {
    ...{ id, stdin, stdout, stderr, ended, stop },
    get output() {
      return output;
    },
  };
}

function pipesOf({ stdin, stdout, stderr, stdio }: ChildProcess) {
  const talk = stdio[3];
  if (!stdin || !stdout || !stderr || !(talk instanceof Duplex)) throw new Error('a process was started without pipes');
  // Write errors are ignored: `ended` tells callers that the process is gone.
  for (const stream of [stdin, talk]) stream.on('error', () => {});
  return { stdin, stdout, stderr, talk };
}

/** Ignores processes that have already ended. */
function send(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Checks again at every output of the streams, until they end. */
function until(streams: readonly Readable[], isReady: () => boolean, late: () => Error): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), readyWithinMs);
    const look = () => {
      if (!isReady()) return;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of streams) stream.on('data', look).on('close', () => clearTimeout(timer));
    look();
  });
}

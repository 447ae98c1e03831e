import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { putBuilt } from '@sonde/lab';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command in an empty folder, to prove that it needs no other files. */
export interface BuiltCommand {
  readonly folder: string;
  readonly path: string;
  /** Starts it with these variables and `PATH` alone. `input` is its whole standard input. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Running;
  /** Runs it in a terminal of so many columns; both outputs are one there. */
  inTerminal(args: readonly string[], columns: number, env?: Readonly<Record<string, string>>): Promise<Ended>;
  remove(): Promise<void>;
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  said(): Omit<Ended, 'status'>;
  /** Writes this to its standard input, and ends that. */
  write(input: string): void;
  kill(signal: NodeJS.Signals): void;
}

export async function buildCommand(): Promise<BuiltCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-cli-'));
  const path = join(folder, 'sonde.mjs');
  await putBuilt('cli', folder, basename(path));
  const start: BuiltCommand['start'] = (args, env, input) => {
    const running = run(path, args, folder, env);
    if (input !== undefined) running.write(input);
    return running;
  };
  return {
    folder,
    path,
    start,
    async inTerminal(args, columns, env) {
      const call = [path, ...args].map((word) => `'${word}'`).join(' ');
      // `script` gives its child a pseudo terminal and ends with its status.
      const shell = ['-qec', `stty cols ${columns}; exec ${call}`, '/dev/null'];
      const ended = await run('script', shell, folder, env).ended;
      return { ...ended, stdout: ended.stdout.replaceAll('\r\n', '\n') };
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

function run(file: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(file, args, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([status]) => ({ status: status as number, ...said }));
  const soFar = () => ({ ...said });
  return {
    ended,
    said: soFar,
    write: (input) => void child.stdin.end(input),
    kill: (signal) => void child.kill(signal),
  };
}

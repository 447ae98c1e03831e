import { type ChildProcess, type ExecFileOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Reply {
  readonly id: number;
  /** The properties of the error that `execFile` gave. */
  readonly failure: (Readonly<Record<string, unknown>> & { readonly message: string }) | null;
  readonly stdout: string;
}

interface Runner {
  readonly child: ChildProcess;
  readonly waiting: Map<number, (reply: Reply) => void>;
}

const program = fileURLToPath(new URL('command-runner.mjs', import.meta.url));
let runner: Runner | null = null;
let lastId = 0;

/**
 * Like `execFile`, by a small process that starts commands for this one and ends with it: with 300 MB of memory in use,
 * this process would stand still for some 20 ms at each start.
 * @param path of the command
 * @throws Error as `execFile` gives it
 */
export async function runApart(path: string, args: readonly string[], options: ExecFileOptions): Promise<string> {
  runner ??= startRunner();
  const { child, waiting } = runner;
  const id = ++lastId;
  const whole = { cwd: process.cwd(), env: process.env, ...options };
  const { failure, stdout } = await new Promise<Reply>((resolve) => {
    waiting.set(id, resolve);
    child.channel?.ref();
    child.send({ id, path, args, options: whole }, (error) => {
      if (error) resolve({ id, failure: { message: error.message }, stdout: '' });
    });
  });
  waiting.delete(id);
  // This process may end when it waits for no command.
  if (waiting.size === 0) child.channel?.unref();
  if (failure !== null) throw Object.assign(new Error(failure.message), failure);
  return stdout;
}

function startRunner(): Runner {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting: Runner['waiting'] = new Map();
  child.unref();
  child.channel?.unref();
  child.on('message', (reply: Reply) => waiting.get(reply.id)?.(reply));
  child.once('exit', (code, signal) => {
    runner = null;
    const failure = { message: `The process that runs commands ended with ${signal ?? `code ${code}`}.` };
    for (const [id, resolve] of waiting) resolve({ id, failure, stdout: '' });
  });
  return { child, waiting };
}

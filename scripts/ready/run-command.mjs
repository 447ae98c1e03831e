import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Folder of the repository. */
export const root = join(import.meta.dirname, '../..');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const HAS_GROUPS = process.platform !== 'win32';
const STOP_MS = 5000;

/** Functions that stop the running commands. */
const running = new Set();

/** Stops every command, waits until they have exited, and exits. */
export async function stopAll(signal = 'SIGTERM', exitCode = 130) {
  for (const stop of running) stop(signal);
  for (let waited = 0; running.size > 0 && waited < STOP_MS; waited += 50) await sleep(50);
  for (const stop of running) stop('SIGKILL');
  process.exit(exitCode);
}

const onSignal = (signal) => void stopAll(signal);

function own(stop) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal);
  running.add(stop);
}

function disown(stop) {
  running.delete(stop);
  // Removes the listeners, so that signals have their default effect again.
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, onSignal);
}

/**
 * Runs a command in the repository and collects its output; with `isShown` the output goes to the terminal instead, and
 * with `onText` to a callback. The command and all its children end with this process, and after `deadlineMs`.
 * @returns {Promise<{code: number, output: string, isLate: boolean}>}
 */
export function runCommand(
  command,
  args,
  { cwd = root, env = {}, isShown = false, onText, deadlineMs = 600_000, shell = false } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      shell,
      stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
      // A process group of its own, so that children of the command are stopped as well.
      detached: HAS_GROUPS,
    });
    const stop = (signal) => {
      try {
        if (HAS_GROUPS && child.pid) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // The process has already exited.
      }
    };
    own(stop);
    let output = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      stop('SIGKILL');
    }, deadlineMs);
    const take = onText ?? ((text) => (output += text));
    for (const stream of isShown ? [] : [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
    const finish = (code) => {
      clearTimeout(timer);
      disown(stop);
      resolve({ code, output, isLate });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

/** Runs a script of a workspace as npm would, without the third of a second that npm takes to start. */
export function runScript({ name, folder, script }) {
  const path = [`${root}/node_modules/.bin`, process.env.PATH].join(delimiter);
  return runCommand(script, [], {
    cwd: `${root}/${folder}`,
    env: { PATH: path, npm_package_name: name },
    shell: true,
  });
}

/** Runs npm: the one that runs this script, if known. */
export function runNpm(args, options) {
  const path = process.env.npm_execpath;
  return path?.endsWith('.js')
    ? runCommand(process.execPath, [path, ...args], options)
    : runCommand('npm', args, options);
}

/** Path of a command provided by a package. */
export const binary = (name) => `${root}/node_modules/.bin/${name}`;

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findCommand } from './commands.ts';
import { PortTaken } from './free-port.ts';

/** Old versions of Node print only the name of the error. */
const portTaken = /address (already )?in use|EADDRINUSE/i;
const readyWithinMs = 20_000;
const logTailCharacters = 16_000;

export interface RunningServer {
  readonly processId: number;
  /** Suspends or resumes it; its connections stay open. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Kills it with SIGKILL, as if the machine had failed. */
  kill(): Promise<void>;
}

/** A temporary directory and the servers that run in it; neither outlives this process. */
export interface Workplace {
  readonly directory: string;
  readonly processIds: readonly number[];
  /** Starts a server that stays in the foreground, and waits until its output shows that it is ready. */
  start(command: string, args: readonly string[], isReady: RegExp): Promise<RunningServer>;
  close(): Promise<void>;
}

/**
 * Reads the ids of the servers from this process. The pipe closes when this process ends in any way; the script then
 * kills the servers and removes the directory. It ignores Ctrl-C, so that it outlives this process.
 */
const reaperScript = `trap '' INT TERM HUP
pids=
while read -r line; do
  [ "$line" = done ] && exit 0
  pids="$pids $line"
done
[ -z "$pids" ] || kill -KILL $pids 2>/dev/null
rm -rf -- "$0"`;

export async function openWorkplace(): Promise<Workplace> {
  const directory = await mkdtemp(join(tmpdir(), 'sonde-lab-'));
  const reaper = spawn('/bin/sh', ['-c', reaperScript, directory], { stdio: ['pipe', 'ignore', 'ignore'] });
  const servers: ChildProcess[] = [];
  return {
    directory,
    get processIds() {
      return [reaper, ...servers].flatMap(({ pid }) => pid ?? []);
    },
    async start(command, args, isReady) {
      const path = await unconfined(findCommand(command), directory);
      const server = spawn(path, args, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] });
      servers.push(server);
      if (server.pid !== undefined) reaper.stdin.write(`${server.pid}\n`);
      try {
        await untilReady(server, command, isReady);
        return { processId: server.pid ?? 0, signal: (name) => void server.kill(name), kill: () => kill(server) };
      } catch (error) {
        await kill(server);
        throw error;
      }
    },
    async close() {
      await Promise.all(servers.map(kill));
      await rm(directory, { recursive: true, force: true });
      if (isGone(reaper)) return;
      const ended = once(reaper, 'exit');
      reaper.stdin.end('done\n');
      await ended;
    },
  };
}

/**
 * Debian's AppArmor profiles deny /usr/sbin/named and /usr/sbin/unbound access to temporary directories. Profiles apply
 * by path, so a copy runs without one.
 */
async function unconfined(path: string, directory: string): Promise<string> {
  const isEnforced = await readFile('/sys/module/apparmor/parameters/enabled', 'utf8').catch(() => 'N');
  if (!isEnforced.startsWith('Y') || !path.startsWith('/usr/sbin/')) return path;
  // A running program cannot be overwritten, so each copy has its own name.
  const copy = join(directory, `${basename(path)}-${randomUUID()}`);
  await copyFile(path, copy);
  return copy;
}

function untilReady(server: ChildProcess, command: string, isReady: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = (what: string) => {
      clearTimeout(timer);
      const isPortTaken = portTaken.test(log);
      const Reason = isPortTaken ? PortTaken : Error;
      reject(new Reason(`${command} ${what}; its log ends with:\n${log}`));
    };
    const timer = setTimeout(() => fail(`was not ready after ${readyWithinMs / 1000} s`), readyWithinMs);
    server.once('error', (error) => fail(`could not be started (${error.message})`));
    server.once('exit', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`));
    // The log is read as long as the server runs: a full pipe would block it.
    const read = (text: string) => {
      log = (log + text).slice(-logTailCharacters);
      if (portTaken.test(log)) fail('found its port taken');
      else if (/not loaded due to errors/.test(log)) fail('refused a zone');
      else if (isReady.test(log)) {
        clearTimeout(timer);
        resolve();
      }
    };
    for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', read);
  });
}

function isGone(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Kills with SIGKILL: these servers have nothing to save. */
async function kill(child: ChildProcess): Promise<void> {
  if (isGone(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

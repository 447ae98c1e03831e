import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A built server in a process of its own. */
export interface Ship {
  readonly url: string;
  readonly port: number;
  /** At once, as when a machine fails. */
  kill(): Promise<void>;
}

/** Starts built servers side by side, each on a free port, with the same configuration. */
export function launchFleet(server: string, count: number, env: Readonly<Record<string, string>>): Promise<Ship[]> {
  return Promise.all(Array.from({ length: count }, () => launch(server, env)));
}

async function launch(server: string, env: Readonly<Record<string, string>>): Promise<Ship> {
  const child = spawn(process.execPath, [server], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SONDE_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const url = await addressOf(child);
  return {
    url,
    port: Number(new URL(url).port),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('the server has no output to read');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /is ready: (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return url;
  }
  throw new Error(`the server did not start: ${said.join(' ')}`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** One server of the lab, at hand and far away. */
export interface ServedServer {
  readonly host: string;
  readonly port: number;
  /** The same behind the delay. */
  readonly delayedPort: number;
}

export interface ServedTls {
  readonly caFile: string;
  readonly servers: Readonly<Record<string, ServedServer>>;
  stop(): Promise<void>;
}

/** The lab in a process of its own, so that its proxies do not share an event loop with what is measured. */
export async function serveTls(names: readonly string[], oneWayDelayMs: number): Promise<ServedTls> {
  const script = fileURLToPath(new URL('serve-tls.ts', import.meta.resolve('@sonde/lab')));
  const args = ['--import', 'tsx', script, '--servers', names.join(','), '--delay-ms', String(oneWayDelayMs)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [unknown];
  if (typeof line !== 'string') throw new Error('the lab did not start');
  return {
    ...(JSON.parse(line) as Pick<ServedTls, 'caFile' | 'servers'>),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

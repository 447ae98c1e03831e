import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { freePort, startAnnounced } from '@sonde/lab';

/** A server in a process of its own. */
export interface Served {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface ServedSonde extends Served {
  /** The server's metrics by name and labels, as Prometheus reads them. */
  metrics(): Promise<ReadonlyMap<string, number>>;
  collectGarbage(): void;
}

/** The built server as shipped, including its log, without limits per client. */
export async function serveSonde(
  resolvers: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServedSonde> {
  const metricsAddress = `127.0.0.1:${await freePort()}`;
  const options = ['--expose-gc', '--import', new URL('collect-garbage.mjs', import.meta.url).href];
  const served = await serve(fromRoot('apps/api/dist/server.js'), options, {
    PORT: '0',
    SONDE_RESOLVERS: resolvers,
    SONDE_RATE_LIMIT: 'off',
    SONDE_METRICS: metricsAddress,
    ...variables,
  });
  return {
    ...served,
    collectGarbage: () => process.kill(served.pid, 'SIGUSR2'),
    async metrics() {
      const text = await (await fetch(`http://${metricsAddress}/metrics`)).text();
      const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
    },
  };
}

/** One route of the same framework that sends the same body, and nothing else. */
export function serveBare(body: string): Promise<Served> {
  return serve(fileURLToPath(new URL('bare-server.ts', import.meta.url)), ['--import', 'tsx'], { BODY: body });
}

async function serve(script: string, options: readonly string[], env: Record<string, string>): Promise<Served> {
  const { announced, child, stop } = await startAnnounced(process.execPath, [...options, script], {
    on: 'stderr',
    line: /(http:\/\/\S+)/,
    env: { PATH: process.env['PATH'], ...env },
  });
  return { address: announced, pid: child.pid ?? 0, stop: () => stop() };
}

/** Milliseconds of processor time that a process has used so far. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * 10;
}

export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

export async function children(pid: number): Promise<number> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).length;
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

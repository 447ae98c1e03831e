import { startAnnounced } from '@sonde/lab';

/** A built server in its own process. */
export interface Instance {
  readonly url: string;
  readonly port: number;
  /** Kills the process without warning, as a machine failure would. */
  kill(): Promise<void>;
}

/** Starts built servers side by side, each on a free port, with the same configuration. */
export function startInstances(
  server: string,
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<Instance[]> {
  return Promise.all(Array.from({ length: count }, () => launch(server, env)));
}

async function launch(server: string, env: Readonly<Record<string, string>>): Promise<Instance> {
  const { announced: url, stop } = await startAnnounced(process.execPath, [server], {
    on: 'stderr',
    line: /is ready: (\S+)/,
    stdout: 'inherit',
    env: { PATH: process.env['PATH'], PORT: '0', SONDE_LOG_LEVEL: 'error', ...env },
  });
  return { url, port: Number(new URL(url).port), kill: () => stop('SIGKILL') };
}

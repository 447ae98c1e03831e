import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

/** One server of the lab, without and with delay. */
export interface ServedServer {
  readonly host: string;
  readonly port: number;
  /** The port of the same server behind the delay. */
  readonly delayedPort: number;
}

export interface ServedTls {
  readonly caFile: string;
  readonly servers: Readonly<Record<string, ServedServer>>;
  stop(): Promise<void>;
}

/** The lab in a separate process, so that its proxies do not share an event loop with the measurement. */
export async function serveTls(names: readonly string[], oneWayDelayMs: number): Promise<ServedTls> {
  const script = fileURLToPath(new URL('serve-tls.ts', import.meta.resolve('@sonde/lab')));
  const args = ['--import', 'tsx', script, '--servers', names.join(','), '--delay-ms', String(oneWayDelayMs)];
  const { announced, stop } = await startAnnounced(process.execPath, args, { on: 'stdout', line: /^({.*})$/ });
  return { ...(JSON.parse(announced) as Pick<ServedTls, 'caFile' | 'servers'>), stop };
}

import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

/** The lab of names in a process of its own. */
export interface ServedNames {
  /** `ip:port` of the name server. */
  readonly server: string;
  /** A file with the candidates, one a line. */
  readonly words: string;
  /** `ip:port` of the same server behind bad ways, UDP only. */
  readonly lossy: string;
  readonly limited: string;
  /** `ip:port` of the same server 20 ms away, by UDP and TCP. */
  readonly delayed: string;
  stop(): Promise<void>;
}

export async function serveNames(): Promise<ServedNames> {
  const script = fileURLToPath(new URL('serve-names.ts', import.meta.resolve('@sonde/lab')));
  const { announced, stop } = await startAnnounced(process.execPath, ['--import', 'tsx', script, '--rough'], {
    on: 'stdout',
    line: /^({.*})$/,
  });
  return { ...(JSON.parse(announced) as Omit<ServedNames, 'stop'>), stop };
}

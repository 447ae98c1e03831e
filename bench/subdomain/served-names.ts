import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

/** The lab's name server with many names, in its own process. */
export interface ServedNames {
  /** `ip:port` of the name server. */
  readonly server: string;
  /** A file with the candidates, one per line. */
  readonly words: string;
  /** `ip:port` of the same server behind a link that loses datagrams, UDP only. */
  readonly lossy: string;
  /** The same, 150 ms away, with twice the loss. */
  readonly far: string;
  readonly limited: string;
  /** `ip:port` of the same server with a delay of 20 ms, UDP and TCP. */
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

import { fileURLToPath } from 'node:url';
import { programArguments, startAnnounced } from '@sonde/lab';

/** One server of the lab. */
export interface Place {
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The port of the same server behind the delay. */
  readonly delayedPort: number;
}

export interface ServedSites {
  /** PEM file of both authorities. */
  readonly anchors: string;
  /** Address of a resolver for which every name is at 127.0.0.1; null if its port is taken or not allowed. */
  readonly resolver: string | null;
  readonly programs: Readonly<Record<string, Place>>;
  readonly redirects: { readonly httpPort: number; readonly httpsPort: number };
  /** Ports of pages with certain header fields, by the name of the set. */
  readonly fields: Readonly<Record<string, number>>;
}

export const urlOf = ({ scheme, host }: Place, port: number) => `${scheme}://${host}:${port}/`;

/** Starts the servers of the bench. */
export async function serveSites(oneWayDelayMs: number): Promise<ServedSites & { stop(): Promise<void> }> {
  const program = fileURLToPath(new URL('serve-sites.ts', import.meta.url));
  const args = [...(await programArguments(program)), String(oneWayDelayMs)];
  const { announced, stop } = await startAnnounced(process.execPath, args, { on: 'stdout', line: /^({.*})$/ });
  return { ...(JSON.parse(announced) as ServedSites), stop };
}

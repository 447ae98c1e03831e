import { type Both, listenBoth, serve } from '../name-server.ts';
import { isNotHere } from '../place.ts';
import type { NameServers } from '../zones.ts';
import { authoritativeReply } from './authority.ts';
import type { Tree } from './tree.ts';

/** The sockets of all authoritative servers, opened before their zones exist. */
export interface ListeningServers {
  /** The same for every address, since referrals contain addresses without ports. */
  readonly port: number;
  /** Starts to answer. */
  serve(authorities: Tree['authorities']): { stop(): Promise<void> };
  stop(): Promise<void>;
}

/** Two networks for the two servers of every zone, as is usual. */
export const nameServers: NameServers = {
  root: '127.53.1.1',
  top: '127.53.1.2',
  ns1: '127.53.2.1',
  ns2: '127.53.3.1',
};

const servers = Object.keys(nameServers) as (keyof NameServers)[];
const PORTS = [53, 5300, 5301, 5302];

/** Listens on the same port of all addresses; null if this machine does not have them, or no port is free. */
export async function listenAsNameServers(): Promise<ListeningServers | null> {
  for (const port of PORTS) {
    const listening = await listenAt(port);
    if (listening === null) continue;
    const stopAll = (sockets: readonly { stop(): Promise<void> }[]) =>
      Promise.all(sockets.map((one) => one.stop())).then(() => undefined);
    return {
      port,
      serve: (authorities) => {
        const started = servers.map((name, index) =>
          serve(listening[index] as Both, (query) => authoritativeReply(query, authorities[name])),
        );
        return { stop: () => stopAll(started) };
      },
      stop: async () => listening.forEach(close),
    };
  }
  return null;
}

/** @throws errors other than an unavailable address or port. */
async function listenAt(port: number): Promise<Both[] | null> {
  const outcomes = await Promise.allSettled(servers.map((name) => listenBoth({ address: nameServers[name], port })));
  const listening = outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (listening.length === servers.length) return listening;
  listening.forEach(close);
  const failed = outcomes.find((one) => one.status === 'rejected' && !isNotHere(one.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return null;
}

function close({ udp, tcp }: Both): void {
  udp.close();
  tcp.close();
}

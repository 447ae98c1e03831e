import { connect, type Socket } from 'node:net';
import type { GuardedAddress } from '../net.ts';
import { refuseLookup } from '../tcp-exchange.ts';
import type { PacketNews, PacketSender } from './packet-engine.ts';

/** Where most hosts answer, with yes or no. */
const usualPorts = [443, 80] as const;
const MAX_KNOWN = 1000;

const meanings: Readonly<Record<string, string>> = {
  EHOSTUNREACH: 'Host unreachable',
  ENETUNREACH: 'Network unreachable',
  EACCES: 'Administratively prohibited',
  EPERM: 'Administratively prohibited',
  EADDRNOTAVAIL: 'Network unreachable',
};

/**
 * Measures how long a TCP handshake takes. A refusal is an answer like any other: the host said it. All ports are
 * tried until one has answered, from then on only that one. `ports` stand in their place where something else listens.
 */
export function createTcpSender(ports: readonly number[] = usualPorts): PacketSender {
  const known = new Map<string, number>();
  const remember = (address: string, port: number) => {
    const [oldest] = known.keys();
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(address, port);
  };
  return {
    method: 'tcp',
    name: 'TCP connect',
    to: (address) => (onNews) => {
      const knownPort = known.get(address.address);
      const tried = knownPort === undefined ? ports : [knownPort];
      const sockets: Socket[] = [];
      let failed = 0;
      const close = () => {
        for (const socket of sockets) socket.destroy();
      };
      for (const port of tried) {
        sockets.push(
          knock(address, port, (news) => {
            if (news.kind === 'error' && ++failed < tried.length) return;
            close();
            if (news.kind === 'reply') remember(address.address, port);
            onNews(news);
          }),
        );
      }
      return close;
    },
    look: () => {},
    close: () => {},
  };
}

function knock({ address, family }: GuardedAddress, port: number, onNews: (news: PacketNews) => void): Socket {
  const startedAtMs = performance.now();
  const socket = connect({ host: address, port, family, autoSelectFamily: false, lookup: refuseLookup });
  let isDone = false;
  const tell = (news: PacketNews) => {
    if (isDone) return;
    isDone = true;
    onNews(news);
  };
  const reply = (): PacketNews => ({ kind: 'reply', timeMs: performance.now() - startedAtMs, ttl: null });
  socket.once('connect', () => {
    socket.resetAndDestroy();
    tell(reply());
  });
  // The listener stays for good: errors after the end must not become uncaught.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET') tell(reply());
    else tell({ kind: 'error', meaning: meanings[code] ?? 'Destination unreachable', router: null });
  });
  return socket;
}

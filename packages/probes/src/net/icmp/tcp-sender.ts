import { connect, type Socket } from 'node:net';
import type { GuardedAddress } from '../net.ts';
import { refuseLookup } from '../sockets/refuse-lookup.ts';
import type { PacketResponse, PacketSender } from './packet-engine.ts';

/** Ports at which most hosts respond, whether they accept or refuse. */
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
 * Measures the duration of a TCP handshake. A refusal counts as a reply, since the host itself sent it. All ports are
 * tried until one has replied; from then on, only that one. `ports` replaces the usual ones.
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
    to: (address) => (onResponse) => {
      const knownPort = known.get(address.address);
      const tried = knownPort === undefined ? ports : [knownPort];
      const sockets: Socket[] = [];
      let failed = 0;
      const close = () => {
        for (const socket of sockets) socket.destroy();
      };
      for (const port of tried) {
        sockets.push(
          startHandshake(address, port, (response) => {
            if (response.kind === 'error' && ++failed < tried.length) return;
            close();
            if (response.kind === 'reply') remember(address.address, port);
            onResponse(response);
          }),
        );
      }
      return close;
    },
    poll: () => {},
    close: () => {},
  };
}

function startHandshake(
  { address, family }: GuardedAddress,
  port: number,
  onResponse: (response: PacketResponse) => void,
): Socket {
  const startedAtMs = performance.now();
  const socket = connect({ host: address, port, family, autoSelectFamily: false, lookup: refuseLookup });
  let isDone = false;
  const report = (response: PacketResponse) => {
    if (isDone) return;
    isDone = true;
    onResponse(response);
  };
  const reply = (): PacketResponse => ({ kind: 'reply', timeMs: performance.now() - startedAtMs, ttl: null });
  socket.once('connect', () => {
    socket.resetAndDestroy();
    report(reply());
  });
  // The listener stays until the end: errors after the result must not become uncaught.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { code = '' } = error;
    if (code === 'ECONNREFUSED' || code === 'ECONNRESET') report(reply());
    else report({ kind: 'error', meaning: meanings[code] ?? 'Destination unreachable', router: null });
  });
  return socket;
}

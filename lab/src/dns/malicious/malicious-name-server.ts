import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { bindFreePort } from '../../processes/free-port.ts';
import { parseQuery, type Query } from '../replies.ts';
import {
  type Datagram,
  type NameServerBehaviour,
  type NameServerBehaviourName,
  nameServerBehaviours,
} from './name-server-behaviours.ts';
import { treatConnection } from './tcp-behaviours.ts';

export interface HeardQuery extends Query {
  readonly transport: 'udp' | 'tcp';
  /** Source port of the client. */
  readonly sourcePort: number;
  /** Time of arrival, by `performance.now()`. */
  readonly atMs: number;
}

/** A name server that breaks the protocol on purpose; see `name-server-behaviours.ts`. */
export interface MaliciousNameServer {
  /** `ip:port`. */
  readonly address: string;
  readonly port: number;
  /** Every query so far, in order of arrival. */
  readonly heard: readonly HeardQuery[];
  stop(): Promise<void>;
}

/** With one of the usual behaviours, by name, or one of its own. */
export async function startMaliciousNameServer(
  asked: NameServerBehaviourName | NameServerBehaviour,
): Promise<MaliciousNameServer> {
  const behaviour: NameServerBehaviour = typeof asked === 'string' ? nameServerBehaviours[asked] : asked;
  const { port, udp, tcp } = await bindFreePort();
  const otherSockets = {
    'other-port': await bound('127.0.0.1', 0),
    'other-address': await bound('127.0.0.2', port),
  };
  const heard: HeardQuery[] = [];
  const sockets = new Set<Socket>();
  udp.on('message', (bytes, from) => {
    const query = parseQuery(bytes);
    if (!query) return;
    heard.push({ ...query, transport: 'udp', sourcePort: from.port, atMs: performance.now() });
    void sendInOrder(behaviour.udp(query), from, (datagram) =>
      Buffer.isBuffer(datagram)
        ? { socket: udp, bytes: datagram }
        : { ...datagram, socket: otherSockets[datagram.from] },
    );
  });
  tcp.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    treatConnection(socket, behaviour, (query) =>
      heard.push({ ...query, transport: 'tcp', sourcePort: socket.remotePort ?? 0, atMs: performance.now() }),
    );
  });
  if (behaviour.tcp === 'refused') await closed(tcp);
  return {
    address: `127.0.0.1:${port}`,
    port,
    heard,
    async stop() {
      for (const socket of sockets) socket.destroy();
      const ends = [udp, ...Object.values(otherSockets)].map((socket) => closed(socket));
      await Promise.all([...ends, ...(tcp.listening ? [closed(tcp)] : [])]);
    },
  };
}

async function bound(address: string, port: number): Promise<UdpSocket> {
  const socket = createSocket('udp4');
  socket.bind(port, address);
  await once(socket, 'listening');
  return socket;
}

async function closed(socket: UdpSocket | Server): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}

/** On loopback a datagram is in the receiver's queue before `send` calls back, so the order holds across sockets. */
async function sendInOrder(
  datagrams: readonly Datagram[],
  { port, address }: RemoteInfo,
  route: (datagram: Datagram) => { socket: UdpSocket; bytes: Buffer },
): Promise<void> {
  for (const datagram of datagrams) {
    const { socket, bytes } = route(datagram);
    await new Promise<void>((sent) => {
      try {
        socket.send(bytes, port, address, () => sent());
      } catch {
        // The server was stopped in the meantime.
        sent();
      }
    });
  }
}

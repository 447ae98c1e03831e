import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { helloOf, type ReceivedHello, recordOf, serverHelloFor } from './handshake-bytes.ts';

/** What a malicious or broken server does with each connection. */
type TlsServerBehaviour = (socket: Socket, state: ServerState) => void;

interface ServerState {
  /** Number of connections so far, including this one. */
  readonly count: number;
}

const whenAsked = (answer: (hello: Buffer, socket: Socket) => void) => (socket: Socket) => {
  socket.once('data', (bytes: Buffer) => answer(bytes, socket));
};

/** Sends endlessly, as fast as the client reads. */
function flood(socket: Socket, chunk: Buffer): void {
  const send = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', send);
  send();
}

/** One octet every 200 ms. */
function trickle(socket: Socket, bytes: Buffer): void {
  let place = 0;
  const timer = setInterval(() => {
    socket.write(bytes.subarray(place, place + 1));
    place += 1;
    if (place >= bytes.length) clearInterval(timer);
  }, 200);
  socket.on('close', () => clearInterval(timer));
}

/** Selects a suite, and answers the next message with unexpected_message. */
function pick(socket: Socket, hello: ReceivedHello, suite: number): void {
  socket.write(serverHelloFor(hello, suite));
  socket.once('data', () => socket.end(recordOf(21, Buffer.from([2, 10]))));
}

const firstOffered = whenAsked((bytes, socket) => {
  const hello = helloOf(bytes);
  if (hello === null) socket.destroy();
  else pick(socket, hello, hello.suites[0] ?? 0);
});

const refuses = whenAsked((_, socket) => socket.end(recordOf(21, Buffer.from([2, 40]))));

export const tlsServerBehaviours = {
  /** Reads, so that it notices when the connection ends. */
  silent: (socket) => socket.resume(),
  'closes-at-once': (socket) => socket.end(),
  'resets-at-hello': whenAsked((_, socket) => socket.resetAndDestroy()),
  'closes-at-hello': whenAsked((_, socket) => socket.end()),
  refuses,
  garbage: whenAsked((_, socket) => socket.end(Buffer.alloc(4000, 0xa5))),
  http: whenAsked((_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')),
  ssh: (socket) => socket.write('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'),
  /** A valid ServerHello, one octet every 200 ms. */
  trickles: whenAsked((bytes, socket) => {
    const hello = helloOf(bytes);
    if (hello !== null) trickle(socket, serverHelloFor(hello, hello.suites[0] ?? 0));
  }),
  /** Handshake records that never complete a message. */
  endless: whenAsked((_, socket) => {
    socket.write(recordOf(22, Buffer.from([11, 0x05, 0xff, 0xff])));
    flood(socket, recordOf(22, Buffer.alloc(16_000)));
  }),
  /** Endless warning alerts. */
  warns: whenAsked((_, socket) =>
    flood(socket, Buffer.concat(new Array<Buffer>(1000).fill(recordOf(21, Buffer.from([1, 112]))))),
  ),
  /** Accepts every version and every suite. */
  'accepts-everything': firstOffered,
  /** 300 kB of meaningless records before each ServerHello. */
  'large-flights': whenAsked((bytes, socket) => {
    const hello = helloOf(bytes);
    if (hello === null) return socket.destroy();
    const ignored = Array.from({ length: 20 }, () => recordOf(24, Buffer.alloc(15_000)));
    return socket.write(Buffer.concat([...ignored, serverHelloFor(hello, hello.suites[0] ?? 0)]));
  }),
  /** Selects a suite that was not offered. */
  'picks-another-suite': whenAsked((bytes, socket) => {
    const hello = helloOf(bytes);
    if (hello === null) socket.destroy();
    else pick(socket, hello, hello.suites.includes(0x0033) ? 0x0a0a : 0x0033);
  }),
  /** Selects the same suite whatever is offered. */
  'repeats-itself': whenAsked((bytes, socket) => {
    const hello = helloOf(bytes);
    if (hello === null) socket.destroy();
    else pick(socket, { ...hello, version: 0x0303 }, 0xc02f);
  }),
  /** Correct for ten connections, then resets all others. */
  'limits-by-reset': (socket, { count }) => (count > 10 ? socket.resetAndDestroy() : picksOfFive(socket)),
  /** Correct for ten connections, then stays silent. */
  'limits-by-silence': (socket, { count }) => {
    if (count <= 10) picksOfFive(socket);
  },
  /** Refuses with a reset, consistently. */
  'refuses-by-reset': (socket) => respondCorrectly(socket, () => socket.resetAndDestroy()),
} as const satisfies Record<string, TlsServerBehaviour>;

const fiveSuites = [0xc02f, 0xc030, 0x009e, 0x009c, 0x002f];

/** TLS 1.2 with five suites; `refuse` handles everything else. */
function respondCorrectly(socket: Socket, refuse: () => void): void {
  socket.once('data', (bytes: Buffer) => {
    const hello = helloOf(bytes);
    const suite =
      hello?.version === 0x0303 && !hello.isTls13 ? fiveSuites.find((one) => hello.suites.includes(one)) : null;
    if (hello === null || suite === null || suite === undefined) refuse();
    else pick(socket, hello, suite);
  });
}

function picksOfFive(socket: Socket): void {
  respondCorrectly(socket, () => socket.end(recordOf(21, Buffer.from([2, 40]))));
}

export type TlsServerBehaviourName = keyof typeof tlsServerBehaviours;

/** A TLS server that breaks the protocol on purpose. */
export interface MaliciousTlsServer {
  readonly port: number;
  /** Connections so far, the maximum open at the same time, and those open now. */
  readonly connections: number;
  readonly mostAtOnce: number;
  readonly open: number;
  stop(): Promise<void>;
}

/** By default on a free port of 127.0.0.1. */
export async function startMaliciousTlsServer(
  name: TlsServerBehaviourName,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<MaliciousTlsServer> {
  const behaviour: TlsServerBehaviour = tlsServerBehaviours[name];
  const sockets = new Set<Socket>();
  const counted = { connections: 0, mostAtOnce: 0 };
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    counted.connections += 1;
    counted.mostAtOnce = Math.max(counted.mostAtOnce, sockets.size);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    behaviour(socket, { count: counted.connections });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    get connections() {
      return counted.connections;
    },
    get mostAtOnce() {
      return counted.mostAtOnce;
    },
    get open() {
      return sockets.size;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      const end = once(server, 'close');
      server.close();
      await end;
    },
  };
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { a, parseQuery, type Query, reply } from '../dns/replies.ts';
import type { WebCertificates } from '../web/certificates.ts';

const CHUNK = Buffer.alloc(64 * 1024, 0x61);

function framed(message: Buffer, length = message.length): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(length);
  return Buffer.concat([head, message]);
}

function withId(message: Buffer, change: (id: number) => number): Buffer {
  const changed = Buffer.from(message);
  changed.writeUInt16BE(change(changed.readUInt16BE(0)) & 0xffff, 0);
  return changed;
}

const honest = (query: Query) => reply(query, { answers: [a(query.name)] });

/** What a DNS-over-TLS server does with a question instead of answering it. */
const behaviours = {
  silent: () => {},
  'wrong-id': (socket, query) => socket.write(framed(withId(honest(query), (id) => id + 1))),
  'another-question': (socket, query) => socket.write(framed(reply({ ...query, bytes: otherName(query) }))),
  /** Announces the largest message, and sends one octet per second of it. */
  slow: (socket) => {
    socket.write(Buffer.from([0xff, 0xff]));
    const timer = setInterval(() => socket.write('a'), 1000);
    socket.on('close', () => clearInterval(timer));
  },
  /** As fast as the client takes it. */
  endless: (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(CHUNK));
    };
    socket.on('drain', more);
    more();
  },
  /** Messages of no octets, as fast as the client takes them. */
  empty: (socket) => {
    const zeros = Buffer.alloc(64 * 1024);
    const more = () => {
      while (!socket.destroyed && socket.write(zeros));
    };
    socket.on('drain', more);
    more();
  },
  'cut-short': (socket, query) => {
    const message = honest(query);
    socket.end(framed(message.subarray(0, -3), message.length));
  },
  'no-message': (socket) => socket.write(framed(Buffer.from('abc'))),
  http: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ends: (socket) => socket.end(),
} satisfies Record<string, (socket: TLSSocket, query: Query) => void>;

/** The query with another letter at the start of its name. */
function otherName({ bytes }: Query): Buffer {
  const changed = Buffer.from(bytes);
  const firstLetter = 13;
  changed.write('z', firstLetter, 'latin1');
  return changed;
}

export type DotBehaviourName = keyof typeof behaviours;
export const dotBehaviours = Object.keys(behaviours) as DotBehaviourName[];

export interface HostileDot {
  readonly port: number;
  /** Octets passed to the connections so far. */
  readonly sentBytes: () => number;
  /** Connections that are open. */
  readonly openConnections: () => number;
  stop(): Promise<void>;
}

/** Serves one of the behaviours on 127.0.0.1 with this certificate. */
export async function startHostileDot(name: DotBehaviourName, files: WebCertificates): Promise<HostileDot> {
  const [key, cert] = await Promise.all([readFile(files.key), readFile(files.certificate)]);
  const sockets = new Set<TLSSocket>();
  let goneBytes = 0;
  const server = createServer({ key, cert }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      goneBytes += socket.bytesWritten;
    });
    socket.once('data', (bytes: Buffer) => {
      const query = parseQuery(bytes.subarray(2, 2 + bytes.readUInt16BE(0)));
      if (query !== null) behaviours[name](socket, query);
    });
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, goneBytes),
    openConnections: () => sockets.size,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

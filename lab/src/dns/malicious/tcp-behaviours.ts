import type { Socket } from 'node:net';
import { honestReply, parseQuery, type Query } from '../replies.ts';
import type { NameServerBehaviour, TcpBehaviour } from './name-server-behaviours.ts';

const slowByteEveryMs = 200;

/** Reads queries from a connection and responds to each with the behaviour. */
export function treatConnection(socket: Socket, behaviour: NameServerBehaviour, hear: (query: Query) => void): void {
  let pending = Buffer.alloc(0);
  // A client may disconnect at any time.
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const query = parseQuery(pending.subarray(2, end));
      pending = pending.subarray(end);
      if (!query) continue;
      hear(query);
      behaviours[behaviour.tcp](socket, (behaviour.tcpReply ?? honestReply)(query));
    }
  });
}

const behaviours: Record<TcpBehaviour, (socket: Socket, message: Buffer) => void> = {
  answer: (socket, message) => socket.write(framed(message)),
  // The port is closed, so this is never called.
  refused: (socket) => socket.destroy(),
  silent: () => {},
  reset: (socket) => socket.resetAndDestroy(),
  short: (socket, message) => socket.end(framed(message).subarray(0, -5)),
  slow: (socket, message) => drip(socket, framed(message)),
  endless: (socket) => flood(socket),
};

/** RFC 1035 section 4.2.2: over TCP a message is preceded by its length. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

function drip(socket: Socket, bytes: Buffer): void {
  let next = 0;
  const timer = setInterval(() => {
    if (next < bytes.length) socket.write(bytes.subarray(next, next + 1));
    else clearInterval(timer);
    next += 1;
  }, slowByteEveryMs);
  socket.once('close', () => clearInterval(timer));
}

/** Sends messages of 65,535 octets of 0xff, whose id is wrong, until the client disconnects. */
function flood(socket: Socket): void {
  const chunk = Buffer.alloc(2 + 65_535, 0xff);
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
}

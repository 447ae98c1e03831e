import { createSocket, type RemoteInfo } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { bindFreePort } from '../processes/free-port.ts';

/** A DNS relay that forwards queries, except for those that it answers or drops itself. */
export interface Relay {
  /** `ip:port`, UDP and TCP. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Returns true if the query is handled: answered with `send`, now or later, or dropped. */
export type Treatment = (query: Buffer, send: (reply: Buffer) => void) => boolean;

/** Starts it on a free port of 127.0.0.1; `upstream` is `ip:port`. */
export async function startRelay(upstream: string, treat: Treatment): Promise<Relay> {
  const colon = upstream.lastIndexOf(':');
  const [host, port] = [upstream.slice(0, colon), Number(upstream.slice(colon + 1))];
  const { udp, tcp, port: ownPort } = await bindFreePort();
  const sockets = new Set<Socket>();
  const relay = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  const clients = new Map<string, (bytes: Buffer) => void>();
  relay.on('message', (bytes) => clients.get(questionKey(bytes))?.(bytes));
  udp.on('message', (bytes, from: RemoteInfo) => {
    const send = (answer: Buffer) => udp.send(answer, from.port, from.address, () => {});
    if (treat(bytes, send)) return;
    clients.set(questionKey(bytes), send);
    relay.send(bytes, port, host);
  });
  tcp.on('connection', (client) => {
    const server = connect(port, host);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    // Only complete messages are forwarded, because the relay's own replies are written in between.
    const answerTo = (message: Buffer) => client.writable && client.write(framed(message));
    onMessages(server, answerTo);
    onMessages(client, (message) => {
      if (!treat(message, answerTo)) server.write(framed(message));
    });
  });
  return {
    address: `127.0.0.1:${ownPort}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await Promise.all([udp, tcp].map((one) => new Promise<void>((closed) => one.close(() => closed()))));
    },
  };
}

/** Calls back for each message by TCP (RFC 1035 section 4.2.2). */
function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let start = 0;
    while (rest.length - start >= 2 && rest.length - start >= 2 + rest.readUInt16BE(start)) {
      const end = start + 2 + rest.readUInt16BE(start);
      take(rest.subarray(start + 2, end));
      start = end;
    }
    rest = rest.subarray(start);
  });
}

function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Within a test, id and question identify the client well enough. */
function questionKey(bytes: Buffer): string {
  const end = bytes.indexOf(0, 12);
  return bytes.toString('latin1', 0, 2) + bytes.toString('latin1', 12, end + 5);
}

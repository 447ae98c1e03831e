import { createSocket, type RemoteInfo } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { bindFreePort } from './free-port.ts';
import { honestReply, parseQuery, type Query, reply } from './replies.ts';

/** A resolver that knows of zones whose name servers are all dead. */
export interface DeadZoneResolver {
  /** `ip:port`, UDP and TCP. */
  readonly address: string;
  /** Questions about names below the dead zones so far. */
  readonly heard: number;
  stop(): Promise<void>;
}

export interface DeadZoneOptions {
  /** `ip:port` of the server that is asked about all other names. */
  readonly upstream: string;
  /** Their own SOA and NS records are known, as from a cache; nothing below them is. */
  readonly zones: readonly string[];
  /** `silent` is a resolver that never gives up. */
  readonly manner?: 'servfail' | 'silent';
  /** As long as a resolver tries the servers of a zone; Unbound and BIND give up after some five to ten seconds. */
  readonly failAfterMs?: number;
}

const SOA = 6;
const NS = 2;

/** Starts it on a free port of 127.0.0.1. */
export async function startDeadZoneResolver(options: DeadZoneOptions): Promise<DeadZoneResolver> {
  const { manner = 'servfail', failAfterMs = 5000 } = options;
  const zones = options.zones.map((zone) => zone.toLowerCase());
  const colon = options.upstream.lastIndexOf(':');
  const upstream = { host: options.upstream.slice(0, colon), port: Number(options.upstream.slice(colon + 1)) };
  const { udp, tcp, port } = await bindFreePort();
  const timers = new Set<NodeJS.Timeout>();
  const sockets = new Set<Socket>();
  let heard = 0;

  /** True when the question is about a dead zone, and so is answered here. */
  const treat = (bytes: Buffer, send: (reply: Buffer) => void): boolean => {
    const query = parseQuery(bytes);
    const zone = query === null ? undefined : zones.find((one) => isWithin(query.name, one));
    if (query === null || zone === undefined) return false;
    if (isApex(query, zone)) {
      send(honestReply(query));
      return true;
    }
    heard += 1;
    if (manner === 'silent') return true;
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(reply(query, { rcode: 'servfail' }));
    }, failAfterMs);
    timers.add(timer);
    return true;
  };

  const relay = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
  const clients = new Map<string, (bytes: Buffer) => void>();
  relay.on('message', (bytes) => clients.get(questionKey(bytes))?.(bytes));
  udp.on('message', (bytes, from: RemoteInfo) => {
    const send = (answer: Buffer) => udp.send(answer, from.port, from.address, () => {});
    if (treat(bytes, send)) return;
    clients.set(questionKey(bytes), send);
    relay.send(bytes, upstream.port, upstream.host);
  });
  tcp.on('connection', (client) => {
    const server = connect(upstream.port, upstream.host);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    // Whole messages only: our own answers go in between.
    const answerTo = (message: Buffer) => client.writable && client.write(framed(message));
    onMessages(server, answerTo);
    onMessages(client, (message) => {
      if (!treat(message, answerTo)) server.write(framed(message));
    });
  });

  return {
    address: `127.0.0.1:${port}`,
    get heard() {
      return heard;
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
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

function isWithin(name: string, zone: string): boolean {
  return `.${name.toLowerCase()}`.endsWith(`.${zone}`);
}

function isApex({ name, type }: Query, zone: string): boolean {
  return name.toLowerCase() === zone && (type === SOA || type === NS);
}

/** The id and the question: enough to find the client back among those of a test. */
function questionKey(bytes: Buffer): string {
  const end = bytes.indexOf(0, 12);
  return bytes.toString('latin1', 0, 2) + bytes.toString('latin1', 12, end + 5);
}

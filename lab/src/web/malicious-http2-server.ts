import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { openWorkplace } from '../processes/workplace.ts';
import { makeCertificates } from './certificates.ts';

/** Types of frames (RFC 9113 section 6). */
const types = { data: 0, headers: 1, rstStream: 3, settings: 4, pushPromise: 5, ping: 6, goAway: 7, continuation: 9 };
const END_HEADERS = 4;
/** The stream of the only request. */
const STREAM = 1;
const PROTOCOL_ERROR = 1;

function frame(type: keyof typeof types, stream: number, payload: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(types[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const uint32 = (...values: readonly number[]) => {
  const octets = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) octets.writeUInt32BE(value, 4 * index);
  return octets;
};

/** HPACK (RFC 7541): status 200 of the static table, and a field with a new name that is not indexed. */
const STATUS_200 = Buffer.of(0x88);
const field = (name: string, value: string) =>
  Buffer.concat([Buffer.of(0, name.length), Buffer.from(name), lengthOf(value), Buffer.from(value)]);

/** An integer with a prefix of seven bits (RFC 7541 section 5.1). */
function lengthOf({ length }: string): Buffer {
  if (length < 127) return Buffer.of(length);
  const octets = [127];
  let rest = length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) octets.push((rest % 128) + 128);
  return Buffer.from([...octets, rest]);
}

const settings = frame('settings', 0, Buffer.alloc(0));
const good = frame('headers', STREAM, Buffer.concat([STATUS_200, field('x-kind', 'liar')]), END_HEADERS);

/** Writes the same again and again, as fast as the client reads. */
function pour(socket: TLSSocket, octets: Buffer): void {
  const go = () => {
    while (!socket.destroyed && socket.write(octets));
  };
  socket.on('drain', go);
  go();
}

const many = (octets: Buffer) => Buffer.concat(Array.from({ length: 500 }, () => octets));

/** What the server sends after the request has begun. */
const behaviours = {
  silent: () => {},
  'hang-up': (socket) => socket.end(),
  garbage: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
  'settings-flood': (socket) =>
    pour(socket, many(frame('settings', 0, uint32(0x0003_0000, 0x0064_0000).subarray(0, 6)))),
  'ping-flood': (socket) => pour(socket, many(frame('ping', 0, Buffer.alloc(8)))),
  'empty-data-flood': (socket) => {
    socket.write(Buffer.concat([settings, good]));
    pour(socket, many(frame('data', STREAM, Buffer.alloc(0))));
  },
  'continuation-flood': (socket) => {
    socket.write(Buffer.concat([settings, frame('headers', STREAM, STATUS_200)]));
    pour(socket, many(frame('continuation', STREAM, field('x-more', 'x'.repeat(100)))));
  },
  'endless-headers': (socket) => {
    const fields = Buffer.concat(Array.from({ length: 40 }, () => field('x-more', 'x'.repeat(300))));
    socket.write(settings);
    pour(socket, frame('headers', STREAM, Buffer.concat([STATUS_200, fields]), END_HEADERS));
  },
  /** A field of 4 kB enters the dynamic table, and is named again 8,000 times by one octet. */
  'header-bomb': (socket) => {
    const large = Buffer.concat([
      Buffer.of(0x40, 1),
      Buffer.from('x'),
      lengthOf('x'.repeat(4000)),
      Buffer.alloc(4000, 0x78),
    ]);
    const again = Buffer.alloc(8000, 0xbe);
    socket.write(
      Buffer.concat([settings, frame('headers', STREAM, Buffer.concat([STATUS_200, large, again]), END_HEADERS)]),
    );
  },
  'go-away': (socket) => socket.write(Buffer.concat([settings, frame('goAway', 0, uint32(0, PROTOCOL_ERROR))])),
  'reset-stream': (socket) =>
    socket.write(Buffer.concat([settings, frame('rstStream', STREAM, uint32(PROTOCOL_ERROR))])),
  push: (socket) => {
    const promised = Buffer.concat([uint32(2), STATUS_200]);
    socket.write(Buffer.concat([settings, frame('pushPromise', STREAM, promised, END_HEADERS)]));
  },
  'no-status': (socket) =>
    socket.write(Buffer.concat([settings, frame('headers', STREAM, field('x-kind', 'liar'), END_HEADERS)])),
  'endless-body': (socket) => {
    socket.write(Buffer.concat([settings, good]));
    pour(socket, frame('data', STREAM, Buffer.alloc(16_000, 0x61)));
  },
  'slow-body': (socket) => {
    socket.write(Buffer.concat([settings, good]));
    const timer = setInterval(() => socket.write(frame('data', STREAM, Buffer.from('drop'))), 100);
    socket.on('close', () => clearInterval(timer));
  },
  'reset-in-body': (socket) =>
    socket.write(
      Buffer.concat([
        settings,
        good,
        frame('data', STREAM, Buffer.from('only this')),
        frame('rstStream', STREAM, uint32(PROTOCOL_ERROR)),
      ]),
    ),
} as const satisfies Record<string, (socket: TLSSocket) => unknown>;

export type Http2LiarName = keyof typeof behaviours;
export const http2LiarNames = Object.keys(behaviours) as readonly Http2LiarName[];

/** HTTP/2 servers on loopback that misbehave on purpose, whatever is requested. */
export interface Http2Liars {
  /** Starts one; returns its port. */
  start(name: Http2LiarName): Promise<number>;
  stop(): Promise<void>;
}

export async function startHttp2Liars(): Promise<Http2Liars> {
  const workplace = await openWorkplace();
  const files = await makeCertificates(workplace.directory, ['DNS:web.test']);
  const options = { cert: readFileSync(files.certificate), key: readFileSync(files.key), ALPNProtocols: ['h2'] };
  const sockets = new Set<TLSSocket>();
  const servers = new Set<Server>();
  return {
    async start(name) {
      const server = createServer(options, (socket) => {
        sockets.add(socket);
        // A client may disconnect at any time.
        socket.on('error', () => socket.destroy());
        socket.on('close', () => sockets.delete(socket));
        socket.once('data', () => behaviours[name](socket));
        socket.resume();
      });
      server.on('tlsClientError', () => {});
      servers.add(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      await workplace.close();
    },
  };
}

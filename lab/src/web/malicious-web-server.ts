import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib';

/** What a malicious web server does with a connection once it has read the header of a request. */
export type WebServerBehaviour = (socket: Socket, request: WebRequest) => void;

export interface WebRequest {
  /** The request target: path and query. */
  readonly target: string;
  /** The header as received. */
  readonly head: string;
}

export interface MaliciousWebServer {
  readonly port: number;
  readonly requests: readonly WebRequest[];
  /** Connections so far, with or without a request. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** A web server that misbehaves on purpose; default: on a free port of loopback. */
export async function startMaliciousWebServer(
  behaviour: WebServerBehaviour,
  host = '127.0.0.1',
  port = 0,
): Promise<MaliciousWebServer> {
  const requests: WebRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let head = '';
    // A client may disconnect at any time.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    const hear = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', hear);
      const request = { head, target: head.split(' ')[1] ?? '' };
      requests.push(request);
      behaviour(socket, request);
    };
    socket.on('data', hear);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface WebReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A well-formed answer, after which the connection is closed. */
export function reply(socket: Socket, { status = 200, headers = {}, body = '' }: WebReply): void {
  const bytes = Buffer.from(body);
  const fields = Object.entries({ 'Content-Length': `${bytes.length}`, ...headers });
  socket.end(Buffer.concat([head(status, fields), bytes]));
}

function head(status: number, fields: readonly (readonly [string, string])[]): Buffer {
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${lines}\r\n`);
}

/** Writes `chunk` again and again, as fast as the client reads. */
function pour(socket: Socket, chunk: Buffer): void {
  const go = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', go);
  go();
}

/** Writes a little every tenth of a second, without end. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 100);
  socket.on('close', () => clearInterval(timer));
}

const EMPTY_GZIP_BLOCK = Buffer.from('000000ffff', 'hex');
const GZIP_HEAD = Buffer.from('1f8b0800000000000003', 'hex');
const BOMB_BYTES = 300_000_000;

function bomb(socket: Socket): void {
  socket.write(head(200, [['Content-Encoding', 'gzip']]));
  // What is compressed is sent at once: zlib would collect the output of 16 MB first.
  const gzip = createGzip({ level: 9, flush: constants.Z_SYNC_FLUSH });
  gzip.on('error', () => {});
  socket.on('close', () => gzip.destroy());
  gzip.pipe(socket);
  const zeros = Buffer.alloc(1_000_000);
  let left = BOMB_BYTES;
  const go = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= zeros.length;
      if (!gzip.write(zeros)) return;
    }
    if (!gzip.destroyed) gzip.end();
  };
  gzip.on('drain', go);
  go();
}

/** The faults of a web server, each under the path of its name. */
const webServerBehaviours = {
  silent: () => {},
  'hang-up': (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  garbage: (socket) => socket.end('220 mail.example ESMTP ready\r\n'),
  'endless-body': (socket) => {
    socket.write(head(200, []));
    pour(socket, Buffer.alloc(65_536, 0x61));
  },
  'endless-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    pour(socket, Buffer.from(`X-More: ${'x'.repeat(1000)}\r\n`));
  },
  'endless-continue': (socket) => pour(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')),
  bomb,
  'endless-empty-blocks': (socket) => {
    socket.write(Buffer.concat([head(200, [['Content-Encoding', 'gzip']]), GZIP_HEAD]));
    pour(socket, Buffer.concat(Array.from({ length: 5000 }, () => EMPTY_GZIP_BLOCK)));
  },
  'broken-gzip': (socket) => reply(socket, { headers: { 'Content-Encoding': 'gzip' }, body: 'not compressed' }),
  'unknown-encoding': (socket) => reply(socket, { headers: { 'Content-Encoding': 'zstd' }, body: 'x' }),
  'twice-encoded': (socket) => reply(socket, { headers: { 'Content-Encoding': 'gzip, gzip' }, body: 'x' }),
  'short-body': (socket) => reply(socket, { headers: { 'Content-Length': '100' }, body: 'only this' }),
  'reset-in-body': (socket) => {
    socket.write(Buffer.concat([head(200, [['Content-Length', '100']]), Buffer.from('only this')]));
    setImmediate(() => socket.resetAndDestroy());
  },
  'two-lengths': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 9\r\n\r\nx'),
  'huge-header': (socket) => reply(socket, { headers: { 'X-Huge': 'x'.repeat(1_000_000) } }),
  'thousand-cookies': (socket) => {
    const cookies = Array.from({ length: 1000 }, (_, index) => ['Set-Cookie', `c${index}=1; Path=/`] as const);
    socket.end(head(200, [...cookies, ['Content-Length', '0']]));
  },
  'brotli-bomb': (socket) =>
    reply(socket, { headers: { 'Content-Encoding': 'br' }, body: brotliCompressSync(Buffer.alloc(BOMB_BYTES / 100)) }),
  'gzip-twice': (socket) =>
    reply(socket, { headers: { 'Content-Encoding': 'gzip, gzip' }, body: gzipSync(gzipSync('packed twice')) }),
  'truncated-chunk': (socket) => socket.end(`${head(200, [['Transfer-Encoding', 'chunked']])}64\r\nonly this`),
  'bad-chunk': (socket) => socket.end(`${head(200, [['Transfer-Encoding', 'chunked']])}4\r\nonlyzz\r\nthis`),
  'slow-body': (socket) => {
    socket.write(head(200, []));
    drip(socket, 'drop');
  },
  'slow-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    drip(socket, 'x');
  },
  upgrade: (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  loop: (socket) => reply(socket, { status: 302, headers: { Location: '/loop' } }),
  'no-location': (socket) => reply(socket, { status: 302, body: 'nowhere' }),
} as const satisfies Record<string, WebServerBehaviour>;

/**
 * `/NAME` has the behaviour of that name, `/to?URL` redirects there, `/hops/N` redirects N times, other paths answer
 * «fine».
 */
export const behaviourByPath: WebServerBehaviour = (socket, request) => {
  const behaviour = Object.entries(webServerBehaviours).find(([name]) => request.target === `/${name}`)?.[1];
  if (behaviour !== undefined) return behaviour(socket);
  const hops = Number(/^\/hops\/(\d+)$/.exec(request.target)?.[1] ?? 0);
  if (hops > 0) return reply(socket, { status: 307, headers: { Location: `/hops/${hops - 1}` } });
  const to = /^\/to\?(.*)$/.exec(request.target)?.[1];
  if (to !== undefined) return reply(socket, { status: 302, headers: { Location: decodeURIComponent(to) } });
  reply(socket, { body: 'fine' });
};

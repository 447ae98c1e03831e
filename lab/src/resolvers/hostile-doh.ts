import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { WebCertificates } from '../web/certificates.ts';

const MEDIA_TYPE = 'application/dns-message';
const CHUNK = Buffer.alloc(64 * 1024, 0x61);

/** What a DNS-over-HTTPS server does instead of answering. */
const behaviours = {
  redirect: (stream) => {
    stream.respond({ ':status': 302, location: 'https://127.0.0.1/dns-query' });
    stream.end();
  },
  /** Two gigabytes, as fast as the client takes them. */
  endless: (stream) => {
    stream.respond({ ':status': 200, 'content-type': MEDIA_TYPE, 'content-length': 2_000_000_000 });
    const more = () => {
      while (!stream.destroyed && stream.write(CHUNK));
    };
    stream.on('drain', more);
    more();
  },
  'wrong-type': (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'text/html' });
    stream.end('<html></html>');
  },
  'server-error': (stream) => {
    stream.respond({ ':status': 500 });
    stream.end();
  },
  'no-message': (stream) => {
    stream.respond({ ':status': 200, 'content-type': MEDIA_TYPE });
    stream.end('abc');
  },
  /** One octet per second. */
  slow: (stream) => {
    stream.respond({ ':status': 200, 'content-type': MEDIA_TYPE });
    const timer = setInterval(() => stream.write('a'), 1000);
    stream.on('close', () => clearInterval(timer));
  },
  silent: () => {},
  reset: (stream) => stream.close(2),
} satisfies Record<string, (stream: ServerHttp2Stream) => void>;

export type DohBehaviourName = keyof typeof behaviours | 'no-http2';
export const dohBehaviours = [...(Object.keys(behaviours) as (keyof typeof behaviours)[]), 'no-http2'] as const;

export interface HostileDoh {
  readonly port: number;
  /** Octets passed to the connections so far. */
  readonly sentBytes: () => number;
  stop(): Promise<void>;
}

/** Serves one of the behaviours on 127.0.0.1 with this certificate. */
export async function startHostileDoh(name: DohBehaviourName, files: WebCertificates): Promise<HostileDoh> {
  const [key, cert] = await Promise.all([readFile(files.key), readFile(files.certificate)]);
  const sockets = new Set<{ destroy(): void; bytesWritten: number }>();
  let goneBytes = 0;
  const server =
    name === 'no-http2'
      ? createServer({ key, cert, ALPNProtocols: ['http/1.1'] })
      : createSecureServer({ key, cert }).on('stream', (stream) => {
          stream.on('error', () => {});
          behaviours[name](stream);
        });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      goneBytes += socket.bytesWritten;
    });
  });
  server.on('sessionError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sentBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, goneBytes),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

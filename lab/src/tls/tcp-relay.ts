import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { extensionsIn } from './malicious/handshake-bytes.ts';

/** A TCP relay on a free port of 127.0.0.1. */
export interface TcpRelay {
  readonly port: number;
  stop(): Promise<void>;
}

export interface RelayOptions {
  /** Closes connections whose ClientHello has one of these extensions, by number. */
  readonly refusedExtensions?: readonly number[];
  /** Swallows ClientHellos with more octets than this, in their record, and stays silent, as some firewalls do. */
  readonly longestHello?: number;
  /** Cuts the connection when the client continues after its ClientHello. */
  readonly cutsAfterHello?: boolean;
}

/** Relays connections to a port of 127.0.0.1 or to a Unix socket. */
export async function startTcpRelay(
  target: { readonly port: number } | { readonly path: string },
  { refusedExtensions = [], longestHello, cutsAfterHello = false }: RelayOptions = {},
): Promise<TcpRelay> {
  const sockets = new Set<Socket>();
  const own = (socket: Socket, other: () => Socket | null) => {
    sockets.add(socket);
    socket.on('error', () => other()?.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const upstream: NetConnectOpts = { allowHalfOpen: true, host: '127.0.0.1', ...target };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    let backend: Socket | null = null;
    own(client, () => backend);
    const forward = (first: Buffer | null) => {
      const socket = connect(upstream);
      backend = socket;
      own(socket, () => client);
      if (first !== null) socket.write(first);
      client.pipe(socket).pipe(client);
    };
    if (refusedExtensions.length === 0 && longestHello === undefined && !cutsAfterHello) return forward(null);
    client.once('end', () => backend ?? client.destroy());
    return client.once('data', (hello: Buffer) => {
      if (hello.length > (longestHello ?? hello.length)) return;
      const isRefused = extensionsIn(hello).some((type) => refusedExtensions.includes(type));
      if (cutsAfterHello) client.once('data', () => client.destroy());
      if (isRefused) client.destroy();
      else forward(hello);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      for (const socket of sockets) socket.destroy();
      const ended = once(server, 'close');
      server.close();
      await ended;
    },
  };
}

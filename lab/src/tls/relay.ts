import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Passes on what comes to a free port of 127.0.0.1 to a Unix socket. */
export async function relayToSocket(socketPath: string): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => other().destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (outer) => {
    const inner = connect({ path: socketPath, allowHalfOpen: true });
    keep(outer, () => inner);
    keep(inner, () => outer);
    outer.pipe(inner).pipe(outer);
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

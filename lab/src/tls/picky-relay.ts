import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { extensionsIn } from './liar-bytes.ts';

/** Stands before a TLS server, and hangs up on every hello that has one of these extensions. */
export async function startPickyRelay(
  port: number,
  refused: readonly number[],
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other?: Socket) => {
    sockets.add(socket);
    socket.on('error', () => other?.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((outer) => {
    keep(outer);
    outer.once('data', (hello: Buffer) => {
      if (extensionsIn(hello).some((type) => refused.includes(type))) return outer.destroy();
      const inner = connect(port, '127.0.0.1');
      keep(inner, outer);
      outer.on('error', () => inner.destroy());
      inner.write(hello);
      return outer.pipe(inner).pipe(outer);
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

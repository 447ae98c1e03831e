import type { FastifyInstance } from 'fastify';
import { clientNetwork, type IsProxy } from './client.ts';

/** Of all connections; more than a browser, or an office behind one address, has open. */
const MAX_PER_CLIENT = 128;
const MAX_IN_ALL = 2000;

export interface Connections {
  readonly open: number;
}

/** No client may hold every connection of the server by sending slowly, or nothing. Proxies bring many clients. */
export function limitConnections(app: FastifyInstance, isProxy: IsProxy | null, isLimited: boolean): Connections {
  app.server.maxConnections = MAX_IN_ALL;
  const counts = new Map<string, number>();
  let open = 0;
  app.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    const client = isLimited && !isProxy?.(socket.remoteAddress) ? clientNetwork(socket.remoteAddress ?? '') : null;
    if (client === null) return;
    const count = counts.get(client) ?? 0;
    if (count >= MAX_PER_CLIENT) {
      socket.destroy();
      return;
    }
    counts.set(client, count + 1);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
  return {
    get open() {
      return open;
    },
  };
}

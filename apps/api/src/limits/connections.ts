import type { FastifyInstance } from 'fastify';
import { clientNetwork, type IsProxy } from './client.ts';

/** Of all connections; more than a browser, or an office behind one address, has open. */
const MAX_PER_CLIENT = 128;
const MAX_IN_ALL = 2000;

/** No client may hold every connection of the server by sending slowly, or nothing. Proxies bring many clients. */
export function limitConnections(app: FastifyInstance, isProxy: IsProxy | null, isLimited: boolean): void {
  app.server.maxConnections = MAX_IN_ALL;
  if (!isLimited) return;
  const counts = new Map<string, number>();
  app.server.on('connection', (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '');
    if (client === null || isProxy?.(socket.remoteAddress)) return;
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
}

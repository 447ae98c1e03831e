import { once } from 'node:events';
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { pipeline } from 'node:stream';

/** Hands every connection on. */
export interface Door {
  /** Zero for a Unix socket. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Between networks of one machine, which share files: outside from the port of the demo to a Unix socket, inside from that socket to
 * the port of the server.
 * @throws if it cannot listen there
 */
export async function openDoor(at: ListenOptions, to: NetConnectOpts): Promise<Door> {
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    const behind = connect({ ...to, allowHalfOpen: true });
    // An error of one side ends the other as well.
    pipeline(client, behind, client, () => {});
  });
  server.listen(at);
  await once(server, 'listening');
  const address = server.address() as AddressInfo | string;
  return {
    port: typeof address === 'string' ? 0 : address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

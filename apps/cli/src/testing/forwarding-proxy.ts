import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A reverse proxy that says of every connection that it comes from another network. */
export interface ForwardingProxy {
  readonly url: string;
  /** When connections have reached the server, in milliseconds of a monotonic clock. */
  readonly passedAtMs: readonly number[];
  stop(): void;
}

const LINE = '\r\n';

export async function startForwardingProxy(port: number): Promise<ForwardingProxy> {
  const passedAtMs: number[] = [];
  const open = new Set<Socket>();
  let number = 0;
  const proxy = createServer((client) => {
    number += 1;
    const address = `10.${Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${number % 250}`;
    const server = connect(port, '127.0.0.1', () => passedAtMs.push(performance.now()));
    const cut = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on('error', cut).on('close', () => {
        open.delete(socket);
        cut();
      });
    }
    client.once('data', (head) => {
      const text = head.toString('latin1');
      server.write(text.replace(LINE, `${LINE}X-Forwarded-For: ${address}${LINE}`), 'latin1');
      client.pipe(server).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    passedAtMs,
    stop() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

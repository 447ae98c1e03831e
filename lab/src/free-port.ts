import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const attempts = 20;

export interface PortPair {
  readonly port: number;
  readonly udp: Socket;
  /** Listens already. */
  readonly tcp: Server;
}

/** A UDP and a TCP socket on the same free port of 127.0.0.1. */
export async function bindFreePort(): Promise<PortPair> {
  let lastError: unknown;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const tcp = createServer();
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const address = tcp.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const udp = createSocket('udp4');
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { port, udp, tcp };
    } catch (error) {
      lastError = error;
      udp.close();
      tcp.close();
    }
  }
  throw new Error('no port of 127.0.0.1 is free for both UDP and TCP', { cause: lastError });
}

/** A port of 127.0.0.1 that nobody used a moment ago, for a server that cannot choose its own. */
export async function freePort(): Promise<number> {
  const { port, udp, tcp } = await bindFreePort();
  const closed = [once(udp, 'close'), once(tcp, 'close')];
  udp.close();
  tcp.close();
  await Promise.all(closed);
  return port;
}

export class PortTaken extends Error {}

/** Starts a server on a free port, and on another one if somebody took the port in between. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === attempts) throw error;
    }
  }
}

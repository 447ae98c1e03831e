import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const attempts = 20;

export interface PortPair {
  readonly port: number;
  readonly udp: Socket;
  /** Already listening. */
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

/**
 * Ports of 127.0.0.1 that were free just now, for servers that cannot choose their own. All are bound before the first
 * is released, since a released port may be assigned again at once.
 */
export async function freePorts<const Count extends number>(count: Count): Promise<PortsOf<Count>> {
  const pairs = await Promise.all(Array.from({ length: count }, () => bindFreePort()));
  const closed = pairs.flatMap(({ udp, tcp }) => [once(udp, 'close'), once(tcp, 'close')]);
  for (const { udp, tcp } of pairs) {
    udp.close();
    tcp.close();
  }
  await Promise.all(closed);
  return pairs.map(({ port }) => port) as readonly number[] as PortsOf<Count>;
}

/** A tuple if the number is known at compile time. */
type PortsOf<Count extends number> = Count extends 1
  ? readonly [number]
  : Count extends 2
    ? readonly [number, number]
    : Count extends 3
      ? readonly [number, number, number]
      : readonly number[];

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port;
}

export class PortTaken extends Error {}

/** Starts a server on free ports, and on others if one was taken in the meantime. */
export async function onFreePorts<const Count extends number, Started>(
  count: Count,
  start: (ports: PortsOf<Count>) => Promise<Started>,
): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePorts(count));
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === attempts) throw error;
    }
  }
}

export function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  return onFreePorts(1, ([port]) => start(port));
}

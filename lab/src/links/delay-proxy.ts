import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { bindFreePort, type PortPair } from '../processes/free-port.ts';

const idleUdpMs = 5_000;

export interface DelayProxy {
  /** `ip:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

interface Route {
  readonly host: string;
  readonly port: number;
  readonly delayMs: number;
}

/**
 * Forwards UDP and TCP to `target` (`ip:port`) with a delay of `delayMs` in each direction, so the round trip time is
 * twice that. A TCP handshake with the proxy takes no time; data from the client are held until a handshake with the
 * target would be complete.
 */
export async function startDelayProxy(options: { target: string; delayMs: number }): Promise<DelayProxy> {
  const colon = options.target.lastIndexOf(':');
  const route = {
    host: options.target.slice(0, colon),
    port: Number(options.target.slice(colon + 1)),
    delayMs: options.delayMs,
  };
  const pair = await bindFreePort();
  const stops = [relayUdp(pair, route), relayTcp(pair, route)];
  return {
    address: `127.0.0.1:${pair.port}`,
    async stop() {
      const ends = [once(pair.udp, 'close'), once(pair.tcp, 'close')];
      for (const stop of stops) stop();
      await Promise.all(ends);
    },
  };
}

/** Every client has its own socket towards the target, so that replies can be returned to it. */
function relayUdp({ udp }: PortPair, { host, port, delayMs }: Route): () => void {
  const upstreams = new Map<string, { socket: UdpSocket; idle: NodeJS.Timeout }>();
  let isStopped = false;
  const later = (send: () => void) => setTimeout(() => isStopped || send(), delayMs);
  udp.on('message', (message, client) => {
    const key = `${client.address}:${client.port}`;
    let upstream = upstreams.get(key);
    if (!upstream) {
      const socket = createSocket('udp4');
      socket.on('message', (reply) => later(() => udp.send(reply, client.port, client.address)));
      socket.on('error', () => {});
      const idle = setTimeout(() => {
        upstreams.delete(key);
        socket.close();
      }, idleUdpMs);
      upstream = { socket, idle };
      upstreams.set(key, upstream);
    }
    const { socket, idle } = upstream;
    idle.refresh();
    later(() => upstreams.has(key) && socket.send(message, port, host));
  });
  return () => {
    isStopped = true;
    for (const { socket, idle } of upstreams.values()) {
      clearTimeout(idle);
      socket.close();
    }
    udp.close();
  };
}

function relayTcp({ tcp }: PortPair, { host, port, delayMs }: Route): () => void {
  const sockets = new Set<Socket>();
  tcp.on('connection', (client) => {
    const upstream = connect(port, host);
    client.pause();
    setTimeout(() => client.resume(), 2 * delayMs);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      // A path does not hold segments back until earlier ones are acknowledged (RFC 896), which takes up to 40 ms.
      from.setNoDelay(true);
      from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
      from.on('end', () => setTimeout(() => to.end(), delayMs));
      // After the data before it.
      from.on('error', () => setTimeout(() => to.destroy(), delayMs));
      from.on('close', () => sockets.delete(from));
    }
  });
  return () => {
    for (const socket of sockets) socket.destroy();
    tcp.close();
  };
}

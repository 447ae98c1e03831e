import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { bindFreePort } from '../processes/free-port.ts';
import { seededRandom } from './seeded-random.ts';

/** A link to a name server that delays, loses or limits datagrams. UDP only: nothing listens for TCP. */
export interface ImpairedLink {
  /** `ip:port`. */
  readonly address: string;
  /** Datagrams received from clients, including those that were dropped. */
  readonly heard: number;
  stop(): Promise<void>;
}

export interface Impairment {
  /** `ip:port`. */
  readonly target: string;
  /** Delay in each direction. */
  readonly delayMs?: number;
  /** The share of datagrams that is lost in each direction, 0 to 1. */
  readonly loss?: number;
  /** Queries forwarded per second, limited in each tenth of a second; the rest are dropped. */
  readonly limitPerSecond?: number;
}

const WINDOW_MS = 100;

export async function startImpairedLink(options: Impairment): Promise<ImpairedLink> {
  const { target, delayMs = 0, loss = 0, limitPerSecond = Infinity } = options;
  const colon = target.lastIndexOf(':');
  const [host, port] = [target.slice(0, colon), Number(target.slice(colon + 1))];
  const { udp, tcp, port: ownPort } = await bindFreePort();
  tcp.close();
  const upstreams = new Map<string, Socket>();
  const isAllowed = limiter(limitPerSecond);
  const random = seededRandom();
  let isStopped = false;
  let heard = 0;
  const later = (send: () => void) => {
    if (random() < loss) return;
    if (delayMs === 0) send();
    else setTimeout(() => isStopped || send(), delayMs);
  };
  const upstreamOf = (client: RemoteInfo) => {
    const key = `${client.address}:${client.port}`;
    const known = upstreams.get(key);
    if (known !== undefined) return known;
    const made = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
    made.on('message', (reply) => later(() => udp.send(reply, client.port, client.address)));
    made.on('error', () => {});
    upstreams.set(key, made);
    return made;
  };
  udp.setRecvBufferSize(4 * 1024 * 1024);
  udp.on('message', (message, client) => {
    heard += 1;
    if (!isAllowed()) return;
    const upstream = upstreamOf(client);
    later(() => upstream.send(message, port, host));
  });
  return {
    address: `127.0.0.1:${ownPort}`,
    get heard() {
      return heard;
    },
    stop: async () => {
      isStopped = true;
      for (const socket of [udp, ...upstreams.values()]) socket.close();
    },
  };
}

function limiter(perSecond: number): () => boolean {
  let beganAtMs = performance.now();
  let count = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs - beganAtMs >= WINDOW_MS) {
      beganAtMs = nowMs;
      count = 0;
    }
    count += 1;
    return count <= (perSecond * WINDOW_MS) / 1000;
  };
}

import { clientNetwork, createShares } from '@sonde/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IsProxy } from '../limits/client.ts';

type Socket = FastifyRequest['raw']['socket'];

/** More than a browser, or an office behind one address, opens. */
const MAX_PER_CLIENT = 128;
const MAX_IN_ALL = 2000;
/**
 * Reserve above the limit, beyond which Node refuses connections. A new connection closes another one, which is only gone
 * after the current turn of the event loop; until then, as many may arrive as the listening socket has queued (511 by
 * default).
 */
const SPARE = 512;

export interface Connections {
  readonly open: number;
}

export interface ConnectionLimits {
  readonly isProxy: IsProxy | null;
  /** Whether the connections of one client are limited. */
  readonly isLimited: boolean;
  /** Whether an answer is being sent on this connection. */
  isAnswering(socket: Socket): boolean;
  readonly maxInAll?: number;
}

/**
 * Prevents a client from holding all connections of the server by sending slowly or not at all. When all are taken, the
 * client with the most connections loses its oldest idle one. Proxies serve many clients and are not limited.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): Connections {
  const { isProxy, isLimited, isAnswering, maxInAll = MAX_IN_ALL } = limits;
  app.server.maxConnections = maxInAll + SPARE;
  const shares = createShares();
  /** The sockets of each client in order of arrival, with the function that removes them from the count. */
  const sockets = new Map<string, Map<Socket, () => void>>();
  let open = 0;

  function add(client: string, socket: Socket): void {
    const held = sockets.get(client) ?? new Map<Socket, () => void>();
    sockets.set(client, held);
    shares.add(client);
    const remove = () => {
      if (!held.delete(socket)) return;
      if (held.size === 0) sockets.delete(client);
      shares.remove(client);
    };
    held.set(socket, remove);
    socket.once('close', remove);
  }

  /** The connections of the client with the most, oldest first. */
  function heaviest(): [Socket, () => void][] {
    let most = 0;
    let found: ReadonlyMap<Socket, () => void> = new Map();
    for (const [client, held] of sockets) {
      const share = shares.of(client);
      if (share <= most) continue;
      most = share;
      found = held;
    }
    return [...found];
  }

  function makeRoom(): void {
    const candidates = heaviest();
    const loser = candidates.find(([socket]) => !isAnswering(socket)) ?? candidates[0];
    if (loser === undefined) return;
    const [socket, remove] = loser;
    // Immediately, because the socket closes later and the next connection must not choose the same one.
    remove();
    socket.destroy();
  }

  app.server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    const client = isProxy?.(socket.remoteAddress) ? null : clientNetwork(socket.remoteAddress ?? '');
    if (client !== null && isLimited && shares.of(client) >= MAX_PER_CLIENT) {
      socket.destroy();
      return;
    }
    if (client !== null) add(client, socket);
    if (open > maxInAll) makeRoom();
  });
  return {
    get open() {
      return open;
    },
  };
}

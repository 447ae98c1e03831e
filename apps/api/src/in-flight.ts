import type { FastifyReply } from 'fastify';

export interface InFlight {
  /** Counts a request until its answer has left or its client is gone. */
  add(reply: FastifyReply): void;
  /** True while an answer on this connection is under way. */
  isAnswering(socket: object): boolean;
  /** Resolves when no request is under way, at once if none is. */
  whenIdle(): Promise<void>;
}

/** The requests that were taken and not yet answered. */
export function createInFlight(): InFlight {
  const sockets = new Map<object, number>();
  let idle: (() => void)[] = [];

  function remove(socket: object): void {
    const left = (sockets.get(socket) ?? 1) - 1;
    if (left > 0) sockets.set(socket, left);
    else sockets.delete(socket);
    if (sockets.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    add(reply) {
      const { socket } = reply.request.raw;
      sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
      reply.raw.once('close', () => remove(socket));
    },
    isAnswering: (socket) => sockets.has(socket),
    whenIdle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';

type Socket = FastifyRequest['raw']['socket'];

export interface InFlight {
  /** Counts a request until its answer has left or its client is gone; `onEnd` is told then. */
  add(reply: FastifyReply, onEnd: () => void): void;
  /** True while an answer on this connection is under way. */
  isAnswering(socket: object): boolean;
  /** The answers under way. */
  [Symbol.iterator](): Iterator<FastifyReply>;
  /** Resolves when no request is under way, at once if none is. */
  whenIdle(): Promise<void>;
}

/** The requests that were taken and not yet answered. */
export function createInFlight(): InFlight {
  const underWay = new Set<FastifyReply>();
  const repliesOf = new WeakMap<object, Set<FastifyReply>>();
  let idle: (() => void)[] = [];

  function watch(socket: Socket): Set<FastifyReply> {
    const replies = new Set<FastifyReply>();
    repliesOf.set(socket, replies);
    // An answer that waits for those before it on its connection has no socket yet, so Node tells it nothing of the
    // end (a client that sends many requests at once and leaves): whoever listens for that is told here.
    socket.once('close', () => {
      for (const { raw } of replies) raw.emit('close');
    });
    return replies;
  }

  function remove(reply: FastifyReply): void {
    underWay.delete(reply);
    if (underWay.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    add(reply, onEnd) {
      const { socket } = reply.request.raw;
      const replies = repliesOf.get(socket) ?? watch(socket);
      replies.add(reply);
      underWay.add(reply);
      reply.raw.once('close', () => {
        replies.delete(reply);
        remove(reply);
        onEnd();
      });
    },
    isAnswering: (socket) => (repliesOf.get(socket)?.size ?? 0) > 0,
    [Symbol.iterator]: () => underWay.values(),
    whenIdle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

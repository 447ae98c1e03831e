import type { FastifyReply, FastifyRequest } from 'fastify';

type Socket = FastifyRequest['raw']['socket'];
type Response = FastifyReply['raw'];

export interface InFlight {
  /** Counts a request until its answer has left or its client is gone. */
  add(reply: FastifyReply): void;
  /** To be told of every connection. */
  watch(socket: Socket): void;
  /** True while an answer on this connection is under way. */
  isAnswering(socket: Socket): boolean;
  /** The answers under way. */
  [Symbol.iterator](): Iterator<FastifyReply>;
  /** Resolves when no request is under way, at once if none is. */
  whenIdle(): Promise<void>;
}

/** The requests that were taken and not yet answered. */
export function createInFlight(onEnd: (reply: FastifyReply) => void): InFlight {
  const underWay = new Map<Response, FastifyReply>();
  let idle: (() => void)[] = [];

  /** One function for all of them, since requests come by the thousand. */
  function remove(this: Response): void {
    const reply = underWay.get(this);
    if (reply === undefined) return;
    underWay.delete(this);
    onEnd(reply);
    if (underWay.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  /** Looked through, not kept in order: connections close far more seldom than requests come. */
  const repliesOn = (socket: Socket) => [...underWay.values()].filter(({ request }) => request.raw.socket === socket);

  return {
    add(reply) {
      underWay.set(reply.raw, reply);
      reply.raw.on('close', remove);
    },
    watch(socket) {
      // An answer that waits for those before it on its connection has no socket yet, so Node tells it nothing of the
      // end (a client that sends many requests at once and leaves): whoever listens for that is told here.
      socket.once('close', () => {
        for (const { raw } of repliesOn(socket)) raw.emit('close');
      });
    },
    isAnswering: (socket) => repliesOn(socket).length > 0,
    [Symbol.iterator]: () => underWay.values(),
    whenIdle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

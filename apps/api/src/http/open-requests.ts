import type { FastifyReply, FastifyRequest } from 'fastify';

type Socket = FastifyRequest['raw']['socket'];
type Response = FastifyReply['raw'];

export interface OpenRequests {
  /** Counts a request until its answer is sent or its client is gone. */
  add(reply: FastifyReply): void;
  /** Must be called for every connection. */
  watch(socket: Socket): void;
  /** True while an answer is being sent on this connection. */
  isAnswering(socket: Socket): boolean;
  /** The open requests. */
  [Symbol.iterator](): Iterator<FastifyReply>;
  /** Resolves when no request is open, at once if none is. */
  whenIdle(): Promise<void>;
}

/** The requests that were accepted and not yet answered. */
export function createOpenRequests(onEnd: (reply: FastifyReply) => void): OpenRequests {
  const underWay = new Map<Response, FastifyReply>();
  let idle: (() => void)[] = [];

  /** One function for all of them, since there are thousands of requests. */
  function remove(this: Response): void {
    const reply = underWay.get(this);
    if (reply === undefined) return;
    underWay.delete(this);
    onEnd(reply);
    if (underWay.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  /** Searched, not indexed: connections close far less often than requests come. */
  const repliesOn = (socket: Socket) => [...underWay.values()].filter(({ request }) => request.raw.socket === socket);

  return {
    add(reply) {
      underWay.set(reply.raw, reply);
      reply.raw.on('close', remove);
    },
    watch(socket) {
      // A pipelined response that waits for those before it has no socket yet, so Node does not report the end of the
      // connection to it (a client that sends many requests at once and leaves). This does.
      socket.once('close', () => {
        for (const { raw } of repliesOn(socket)) raw.emit('close');
      });
    },
    isAnswering: (socket) => repliesOn(socket).length > 0,
    [Symbol.iterator]: () => underWay.values(),
    whenIdle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

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
  /** The only open request of this connection, if the client has not yet sent its whole body; otherwise null. */
  waitingForBody(socket: Socket): FastifyReply | null;
  /** The open requests. */
  [Symbol.iterator](): Iterator<FastifyReply>;
  /** Resolves as soon as no request is open. */
  whenIdle(): Promise<void>;
}

/** The requests that were accepted and not yet answered. */
export function createOpenRequests(onEnd: (reply: FastifyReply) => void): OpenRequests {
  const underWay = new Map<Response, FastifyReply>();
  let idle: (() => void)[] = [];

  /** One shared listener, because a closure for each of thousands of requests would be expensive. */
  function remove(this: Response): void {
    const reply = underWay.get(this);
    if (reply === undefined) return;
    underWay.delete(this);
    onEnd(reply);
    if (underWay.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  /** A search instead of an index, since connections close far less often than requests arrive. */
  const repliesOn = (socket: Socket) => [...underWay.values()].filter(({ request }) => request.raw.socket === socket);

  return {
    add(reply) {
      underWay.set(reply.raw, reply);
      reply.raw.on('close', remove);
    },
    watch(socket) {
      // A pipelined response that waits for earlier ones has no socket yet, and Node does not tell it that the connection has
      // closed (a client that sends many requests at once and leaves). This listener does.
      socket.once('close', () => {
        for (const { raw } of repliesOn(socket)) raw.emit('close');
      });
    },
    isAnswering: (socket) => repliesOn(socket).length > 0,
    waitingForBody(socket) {
      const [reply, ...others] = repliesOn(socket);
      const isWaiting = reply !== undefined && others.length === 0 && !reply.sent && !reply.request.raw.complete;
      return isWaiting ? reply : null;
    },
    [Symbol.iterator]: () => underWay.values(),
    whenIdle: () => (underWay.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

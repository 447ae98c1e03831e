import type { FastifyReply, FastifyRequest } from 'fastify';

type Response = FastifyReply['raw'];
type Socket = FastifyRequest['raw']['socket'];

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
  const connections = new Map<object, Set<Response>>();
  let idle: (() => void)[] = [];

  /**
   * An answer that waits for those before it on its connection has no socket yet, so Node tells it nothing of the end
   * (a client that sends many requests at once and leaves): whoever listens for that end is told here.
   */
  function tellAll(this: Socket): void {
    for (const answer of connections.get(this) ?? []) answer.emit('close');
  }

  function remove(socket: Socket, answer: Response): void {
    const answers = connections.get(socket);
    answers?.delete(answer);
    if (answers?.size !== 0) return;
    connections.delete(socket);
    socket.off('close', tellAll);
    if (connections.size > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    add({ raw: answer, request }) {
      const { socket } = request.raw;
      const answers = connections.get(socket);
      if (answers === undefined) {
        connections.set(socket, new Set([answer]));
        socket.once('close', tellAll);
      } else {
        answers.add(answer);
      }
      answer.once('close', () => remove(socket, answer));
    },
    isAnswering: (socket) => connections.has(socket),
    whenIdle: () => (connections.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

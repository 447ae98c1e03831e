import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What a WHOIS server does with a query (without its line end). */
export type WhoisBehaviour = (socket: Socket, question: string) => void;

export interface WhoisServer {
  readonly port: number;
  /** Every query so far. */
  readonly questions: readonly string[];
  /** When each arrived, by `performance.now()`. */
  readonly askedAtMs: readonly number[];
  /** Connections so far, with or without a query. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

/** A WHOIS server (RFC 3912) on loopback with the given behaviour, correct or not. */
export async function startWhoisServer(behaviour: WhoisBehaviour): Promise<WhoisServer> {
  const questions: string[] = [];
  const askedAtMs: number[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    let heard = '';
    // A client may disconnect at any time.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (heard.includes('\r\n')) return;
      heard += chunk.toString('latin1');
      if (!heard.includes('\r\n')) return;
      const question = heard.slice(0, heard.indexOf('\r\n'));
      questions.push(question);
      askedAtMs.push(performance.now());
      behaviour(socket, question);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    questions,
    askedAtMs,
    connections: () => connections,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const line = (text: string) => text.replace(/\r?\n/g, '\r\n');

/** Behaviours of WHOIS servers. */
export const whoisBehaviours = {
  answer:
    (text: string | Buffer): WhoisBehaviour =>
    (socket) =>
      socket.end(typeof text === 'string' ? line(text) : text),
  /** Replies after a delay. */
  later:
    (text: string, delayMs: number): WhoisBehaviour =>
    (socket) => {
      const timer = setTimeout(() => socket.end(line(text)), delayMs);
      socket.on('close', () => clearTimeout(timer));
    },
  silent: (): WhoisBehaviour => () => {},
  reset: (): WhoisBehaviour => (socket) => socket.resetAndDestroy(),
  hangUp: (): WhoisBehaviour => (socket) => socket.end(),
  /** Sends the complete reply and then resets the connection instead of closing it. */
  answerThenReset:
    (text: string): WhoisBehaviour =>
    (socket) =>
      socket.write(line(text), () => setTimeout(() => socket.resetAndDestroy(), 50)),
  /** Sends one byte per segment. */
  byteByByte:
    (text: string): WhoisBehaviour =>
    (socket) => {
      const bytes = Buffer.from(line(text));
      let at = 0;
      const next = () => {
        if (at >= bytes.length) return socket.end();
        socket.write(bytes.subarray(at, at + 1), () => setImmediate(next));
        at += 1;
        return undefined;
      };
      next();
    },
  /** Sends two bytes per second, forever. */
  drip: (): WhoisBehaviour => (socket) => {
    const timer = setInterval(() => socket.write('Do'), 1000);
    socket.on('close', () => clearInterval(timer));
    socket.write('Do');
  },
  /** Sends a beginning, and then the same lines forever, as fast as the client reads. */
  endless:
    (beginning: string, again: string): WhoisBehaviour =>
    (socket) => {
      const chunk = Buffer.from(line(again).repeat(1000));
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.write(line(beginning));
      socket.on('drain', pour);
      pour();
    },
} as const;

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket as TcpSocket } from 'node:net';
import type { FailureReason } from '@sonde/contract/failure';
import { NetFailure } from '../net/net.ts';

/**
 * A DNS server on loopback with scripted misbehaviour that no real server shows on request. Replies of real servers are
 * tested in the lab.
 */
export interface ScriptedServer {
  readonly address: '127.0.0.1';
  readonly port: number;
  /** Queries received by UDP, oldest first. */
  readonly queries: readonly Query[];
  /** Calling it again does nothing. */
  close(): void;
}

interface Query {
  readonly bytes: Buffer;
  readonly clientPort: number;
  reply(bytes: Buffer): void;
}

export interface Script {
  /** Called for each datagram; default: silence. */
  udp?(query: Query, index: number): void;
  /** Called for each message received by TCP, without its length prefix; if absent, the port is closed. */
  tcp?(query: Buffer, socket: TcpSocket): void;
}

async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const udp = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 });
  const queries: Query[] = [];
  udp.on('message', (bytes, { port, address }) => {
    const query: Query = { bytes, clientPort: port, reply: (reply) => udp.send(reply, port, address) };
    queries.push(query);
    script.udp?.(query, queries.length - 1);
  });
  const tcp = script.tcp && answerByTcp(script.tcp);
  const port = await bindBoth(udp, tcp);
  let isClosed = false;
  return {
    address: '127.0.0.1',
    port,
    queries,
    close: () => {
      if (isClosed) return;
      isClosed = true;
      udp.close();
      tcp?.close();
    },
  };
}

/** Binds the same free port for both, as a resolver does. One that is free for TCP may be taken for UDP by another process. */
async function bindBoth(udp: UdpSocket, tcp: Server | undefined, attempts = 10): Promise<number> {
  if (tcp === undefined) {
    udp.bind(0, '127.0.0.1');
    await once(udp, 'listening');
    return udp.address().port;
  }
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const bound = tcp.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  try {
    udp.bind(port, '127.0.0.1');
    await once(udp, 'listening');
    return port;
  } catch (error) {
    tcp.close();
    if (attempts === 1) throw error;
    await once(tcp, 'close');
    return bindBoth(udp, tcp, attempts - 1);
  }
}

function answerByTcp(answer: NonNullable<Script['tcp']>): Server {
  return createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) answer(received.subarray(2), socket);
    });
  });
}

/** Resources opened by a test, and closed after it. */
export interface Stage {
  serve(script: Script): Promise<ScriptedServer>;
  own<Owned extends { close(): void }>(one: Owned): Owned;
  clear(): void;
}

export function createStage(): Stage {
  const owned = new Set<{ close(): void }>();
  const own: Stage['own'] = (one) => {
    owned.add(one);
    return one;
  };
  return {
    own,
    serve: async (script) => own(await startScriptedServer(script)),
    clear: () => {
      for (const one of owned) one.close();
      owned.clear();
    },
  };
}

/** The open sockets of this process, listening or connected. */
export function openSockets(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => /^(UDP|TCP)/.test(kind));
}

/** The reason of the `NetFailure` with which the work must fail. */
export async function reasonOf(work: Promise<unknown>): Promise<FailureReason> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NetFailure) return error.reason;
    throw error;
  }
  throw new Error('it did not fail');
}

export interface ReplyParts {
  readonly rcode?: number;
  readonly isTruncated?: boolean;
  /** RDATA of records with the queried type and name. */
  readonly answers?: readonly Buffer[];
}

/** A correct reply to a query, written by hand: its id and question, the flags QR, RD and RA, and the answers. */
export function replyTo(query: Buffer, { rcode = 0, isTruncated = false, answers = [] }: ReplyParts = {}): Buffer {
  const question = query.subarray(12, endOfQuestion(query));
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | rcode, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  const records = answers.flatMap((rdata) => {
    // Owner: a pointer to the question's name. Then type, class IN, a TTL of 60 seconds and the length.
    const fixed = Buffer.from([0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, 0]);
    fixed.writeUInt16BE(rdata.length, 10);
    return [fixed, rdata];
  });
  return Buffer.concat([header, question, ...records]);
}

/** The type number of a query's question. */
export function askedType(query: Buffer): number {
  return query.readUInt16BE(endOfQuestion(query) - 4);
}

/** True when the query has an additional record, which is OPT. */
export function hasOpt(query: Buffer): boolean {
  return query.readUInt16BE(10) === 1;
}

export function withLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

function endOfQuestion(query: Buffer): number {
  return query.indexOf(0, 12) + 5;
}

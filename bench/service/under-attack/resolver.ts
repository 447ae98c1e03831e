import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The answer for a name and type; null for SERVFAIL after a while. */
export type AnswerFor = (name: string, type: number) => Answer | null;

export interface Answer {
  readonly rcode: 0 | 3;
  readonly records: readonly Buffer[];
}

/** The time after which resolvers usually give up on dead name servers. */
const GIVES_UP_MS = 5_000;
const SERVFAIL = 2;
const HEADER_BYTES = 12;
const QR = 0x8000;
const RA = 0x0080;

/**
 * A resolver that answers from a table, by UDP and TCP; returns its `ip:port`. It copies the bytes of the question instead
 * of encoding messages: a search sends thousands of queries per second, and the measured server shares the machine.
 */
export async function serveResolver(answerFor: AnswerFor): Promise<string> {
  const tcp = createServer((socket) => {
    // The client may have disconnected.
    socket.on('error', () => socket.destroy());
    readFrames(socket, (query) =>
      answer(query, answerFor, (reply) => {
        if (!socket.destroyed) socket.write(framed(reply));
      }),
    );
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 });
  udp.on('message', (query, from) => answer(query, answerFor, (reply) => udp.send(reply, from.port, from.address)));
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return `127.0.0.1:${port}`;
}

function answer(query: Buffer, answerFor: AnswerFor, send: (reply: Buffer) => void): void {
  const { name, end } = nameAt(query, HEADER_BYTES);
  const found = answerFor(name, query.readUInt16BE(end));
  if (found === null) setTimeout(() => send(replyTo(query, end, SERVFAIL, [])), GIVES_UP_MS);
  else send(replyTo(query, end, found.rcode, found.records));
}

/** The query with the flags of a reply, and the records inserted between the question and what follows (an OPT record). */
function replyTo(query: Buffer, nameEnd: number, rcode: number, records: readonly Buffer[]): Buffer {
  const questionEnd = nameEnd + 4;
  const reply = Buffer.concat([query.subarray(0, questionEnd), ...records, query.subarray(questionEnd)]);
  reply.writeUInt16BE(query.readUInt16BE(2) | QR | RA | rcode, 2);
  reply.writeUInt16BE(records.length, 6);
  return reply;
}

/** The name at an offset, in lower case, and the offset after it. */
function nameAt(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Messages over TCP, each preceded by its length (RFC 1035 section 4.2.2). */
export function readFrames(socket: Socket, onMessage: (message: Buffer) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    let at = 0;
    while (bytes.length >= at + 2 && bytes.length >= at + 2 + bytes.readUInt16BE(at)) {
      const end = at + 2 + bytes.readUInt16BE(at);
      onMessage(bytes.subarray(at + 2, end));
      at = end;
    }
    bytes = bytes.subarray(at);
  });
}

export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

export const types = { a: 1, ns: 2, soa: 6 } as const;

/** A record of the queried name, with a pointer to the question as owner (RFC 1035 section 4.1.4). */
export function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 1, 44, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

export function nameBytes(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

export function soaData(zone: string): Buffer {
  const numbers = Buffer.alloc(20, 0);
  for (const [index, value] of [1, 7200, 3600, 1_209_600, 300].entries()) numbers.writeUInt32BE(value, index * 4);
  return Buffer.concat([nameBytes(`ns1.${zone}`), nameBytes(`hostmaster.${zone}`), numbers]);
}

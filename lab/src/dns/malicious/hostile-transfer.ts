import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A name server whose zone transfers (RFC 5936) are expensive to read. */
export interface HostileTransferServer {
  /** On 127.0.0.1, TCP. */
  readonly port: number;
  /** Octets written to clients, including those still in buffers. */
  readonly sentBytes: number;
  stop(): Promise<void>;
}

export interface HostileTransferOptions {
  /** Limit per client; the transfer then ends without a second SOA record. */
  readonly totalBytes?: number;
  /**
   * `names`: every record has a different name. `records`: all have the same. `deep`: names of 110 labels, by pointers.
   * `padding`: few records with as much data as possible.
   */
  readonly behaviour?: 'names' | 'records' | 'deep' | 'padding';
  /** Number of writes per message, usually one TCP segment each. */
  readonly pieces?: number;
}

const HEADER_OCTETS = 12;
/** Fills a message of 64 KiB with records of about 20 octets. */
const RECORDS_PER_MESSAGE = 3000;
const PADDING_OCTETS = 60_000;
const DEEP_LABELS = 110;
const TO_QUESTION = [0xc0, HEADER_OCTETS];
/** A, IN, a TTL of five minutes, 192.0.2.7. */
const A_RECORD = [0, 1, 0, 1, 0, 0, 1, 0x2c, 0, 4, 192, 0, 2, 7];
/** SOA, IN, with arbitrary names and numbers. */
const SOA_RECORD = [0, 6, 0, 1, 0, 0, 1, 0x2c, 0, 24, ...TO_QUESTION, ...TO_QUESTION, ...new Array<number>(20).fill(1)];

/** Starts it on a free port; every query is answered with a transfer. */
export async function startHostileTransfer(options: HostileTransferOptions = {}): Promise<HostileTransferServer> {
  const { totalBytes = 16 * 1024 * 1024, behaviour = 'names', pieces = 1 } = options;
  const sockets = new Set<Socket>();
  let sentBytes = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (query) => void pour(socket, query.subarray(2)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();

  async function pour(socket: Socket, query: Buffer): Promise<void> {
    let sent = 0;
    for (let index = 0; sent < totalBytes && !socket.destroyed; index += 1) {
      const message = messageOf(query, behaviour, index);
      for (const piece of divided(message, pieces)) {
        sent += piece.length;
        sentBytes += piece.length;
        if (!socket.write(piece)) await roomOrEnd(socket);
      }
    }
    socket.end();
  }

  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    get sentBytes() {
      return sentBytes;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

function roomOrEnd(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}

/** One message with its length field and the question of the client. */
function messageOf(query: Buffer, behaviour: NonNullable<HostileTransferOptions['behaviour']>, index: number): Buffer {
  const questionEnd = query.indexOf(0, HEADER_OCTETS) + 5;
  const question = query.subarray(HEADER_OCTETS, questionEnd);
  const records: Uint8Array[] = index === 0 ? [Buffer.from([...TO_QUESTION, ...SOA_RECORD])] : [];
  if (behaviour === 'padding') records.push(paddingRecord());
  const chain = behaviour === 'deep' ? chainOf(questionEnd) : null;
  if (chain !== null) records.push(chain.record);
  const owner = chain === null ? TO_QUESTION : chain.end;
  for (let number = 0; number < RECORDS_PER_MESSAGE && behaviour !== 'padding'; number += 1) {
    const label = behaviour === 'records' ? 'same' : (index * RECORDS_PER_MESSAGE + number).toString(36);
    records.push(Buffer.from([label.length, ...Buffer.from(label), ...owner, ...A_RECORD]));
  }
  const header = Buffer.alloc(2 + HEADER_OCTETS);
  const body = Buffer.concat([question, ...records]);
  header.writeUInt16BE(HEADER_OCTETS + body.length, 0);
  query.copy(header, 2, 0, 2);
  header.writeUInt16BE(0x8400, 4);
  header.writeUInt16BE(1, 6);
  header.writeUInt16BE(records.length, 8);
  return Buffer.concat([header, body]);
}

function paddingRecord(): Buffer {
  const head = Buffer.from([...TO_QUESTION, 0, 16, 0, 1, 0, 0, 1, 0x2c, PADDING_OCTETS >> 8, PADDING_OCTETS & 0xff]);
  return Buffer.concat([head, Buffer.alloc(PADDING_OCTETS, 1)]);
}

/** A TXT record whose data is a chain of labels, each pointing to the previous one; `end` points to the last. */
function chainOf(at: number): { record: Buffer; end: number[] } {
  const head = [...TO_QUESTION, 0, 16, 0, 1, 0, 0, 1, 0x2c];
  const start = at + head.length + 2;
  const links = Array.from({ length: DEEP_LABELS }, (_, index) => {
    const before = index === 0 ? HEADER_OCTETS : start + 4 * (index - 1);
    return [1, 0x61, 0xc0 | (before >> 8), before & 0xff];
  });
  const last = start + 4 * (DEEP_LABELS - 1);
  return {
    record: Buffer.from([...head, (4 * DEEP_LABELS) >> 8, (4 * DEEP_LABELS) & 0xff, ...links.flat()]),
    end: [0xc0 | (last >> 8), last & 0xff],
  };
}

function divided(message: Buffer, pieces: number): Buffer[] {
  const size = Math.ceil(message.length / pieces);
  return Array.from({ length: pieces }, (_, index) => message.subarray(index * size, (index + 1) * size));
}

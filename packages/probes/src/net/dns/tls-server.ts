import { randomInt } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { withDeadline } from '../../async/deadline.ts';
import { onAbort } from '../../async/signals.ts';
import { decodeFor, workOf } from '../../work/work.ts';
import { type DnsServer, NetFailure, networkClosed } from '../net.ts';
import { recordedMessage } from '../recording/plaintext.ts';
import type { TappedExchange } from '../recording/wire-tap.ts';
import { systemFailure } from '../sockets/system-failure.ts';
import { ANSWER_TIMEOUT_MS, encodeServerQuery, MAX_MESSAGE_BYTES, readServerReply } from './server-query.ts';

/** Address and name of a server reached over a stream. */
export interface ServerPlace {
  readonly address: string;
  readonly port: number;
  readonly isOperators: boolean;
  readonly endpoint: string;
  readonly closing: AbortSignal;
  /** The recording of the connection, if any. */
  readonly recorded: TappedExchange | undefined;
}

const LENGTH_BYTES = 2;

interface PendingReply {
  resolve(reply: Buffer): void;
  reject(error: unknown): void;
}

/** DNS over TLS (RFC 7858): all questions of a lookup on one connection, answered in any order (RFC 7766 section 6.2.1.1). */
export function tlsServer(socket: TLSSocket, place: ServerPlace): DnsServer {
  const { address, endpoint, closing } = place;
  const pending = new Map<number, PendingReply>();
  let ended: NetFailure | null = null;
  const end = (failure: NetFailure) => {
    ended ??= failure;
    detach();
    socket.destroy();
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
  };
  const detach = onAbort(closing, () => end(networkClosed));
  const readMessages = messageReader((message) => {
    const id = message.length < 2 ? -1 : message.readUInt16BE(0);
    const waiting = pending.get(id);
    // An unsolicited message: a server that keeps talking loses its connection.
    if (waiting === undefined) return end(new NetFailure('invalid-response', `${endpoint}: an answer to no question`));
    pending.delete(id);
    waiting.resolve(message);
  });
  socket.on('data', readMessages);
  socket.on('error', (error) => end(systemFailure(error, endpoint)));
  socket.on('end', () => end(new NetFailure('reset', `${endpoint}: ended the connection`)));

  const exchange = (query: Buffer, id: number, signal: AbortSignal) =>
    new Promise<Buffer>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      const release = onAbort(signal, () => {
        // The id stays reserved, so that a late answer is not matched to a later question.
        pending.set(id, { resolve: () => {}, reject: () => {} });
        reject(signal.reason);
      });
      const settled = (settle: () => void) => {
        release();
        settle();
      };
      pending.set(id, {
        resolve: (reply) => settled(() => resolve(reply)),
        reject: (error) => settled(() => reject(error)),
      });
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(query.length);
      socket.write(Buffer.concat([length, query]));
    });

  return {
    address,
    endpoint,
    ask: (question, caller) =>
      withDeadline({ timeoutMs: ANSWER_TIMEOUT_MS, what: `an answer of ${endpoint}` }, [caller], async (signal) => {
        workOf(caller)?.budget.spend('questions');
        const id = freshId(pending);
        const query = encodeServerQuery(question, id);
        const reply = await recordedMessage(place, query, signal, () => exchange(query, id, signal));
        const from = { resolver: endpoint, transport: 'tls' } as const;
        return decodeFor(signal, () => readServerReply(query, reply, from, question));
      }),
    close: () => end(new NetFailure('reset', `${endpoint}: closed by us`)),
  };
}

function freshId(taken: ReadonlyMap<number, unknown>): number {
  for (;;) {
    const id = randomInt(0x1_0000);
    if (!taken.has(id)) return id;
  }
}

/** Splits a stream into length-prefixed messages (RFC 1035 section 4.2.2); buffers at most one of them. */
function messageReader(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let needed = LENGTH_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < needed) return;
    let rest = Buffer.concat(chunks);
    for (;;) {
      needed =
        rest.length < LENGTH_BYTES ? LENGTH_BYTES : LENGTH_BYTES + Math.min(rest.readUInt16BE(0), MAX_MESSAGE_BYTES);
      if (rest.length < needed || rest.length < LENGTH_BYTES) break;
      onMessage(Buffer.from(rest.subarray(LENGTH_BYTES, needed)));
      rest = rest.subarray(needed);
    }
    chunks = [rest];
    bytes = rest.length;
  };
}

import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { onAbort } from '../../async/signals.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { decodeFor, workOf } from '../../work/work.ts';
import { type DnsQuestion, NetFailure } from '../net.ts';
import { tapOf } from '../recording/wire-tap.ts';
import type { ResolverAddress } from '../settings.ts';
import { refuseLookup } from '../sockets/refuse-lookup.ts';
import { systemFailure } from '../sockets/system-failure.ts';
import type { Reply } from './attempts.ts';
import { decodeReply, isReplyTo } from './dns-reply.ts';
import { encodeQuestion, failureOfRcode } from './query.ts';

/**
 * Repeats the question of a truncated reply by TCP, at the same server.
 * @throws NetFailure unless the reply is NOERROR or NXDOMAIN for the same question
 */
export async function askByTcp(
  question: DnsQuestion,
  { server, hasEdns }: Reply,
  signal: AbortSignal,
): Promise<DnsMessage> {
  const what = `${question.name} type ${question.type} at ${server.address} by TCP`;
  const query = encodeQuestion(question, hasEdns);
  query.writeUInt16BE(randomInt(0x1_0000), 0);
  const reply = await exchangeByTcp({ ...server, isOperators: true }, query, signal);
  const decode = () => decodeReply(reply, { keepEdns: true });
  const message = isReplyTo(query, reply) ? decodeFor(signal, decode) : null;
  if (message === null) throw new NetFailure('invalid-response', `${what}: not a reply to the question`);
  const failure = failureOfRcode(message, what);
  if (failure !== null) throw failure;
  return message;
}

/**
 * Sends a DNS query by TCP and reads one reply (RFC 1035 section 4.2.2: a length of two octets before each message, so at
 * most 65,535 octets). Always closes the connection.
 * @throws NetFailure `work-limit`, when the server cannot be reached or closes early, or the signal's reason
 */
export async function exchangeByTcp(
  server: ResolverAddress & { readonly isOperators: boolean },
  query: Buffer,
  signal: AbortSignal,
): Promise<Buffer> {
  const where = `${server.address} port ${server.port} by TCP`;
  const { address, port, isOperators } = server;
  const budget = workOf(signal)?.budget;
  budget?.spend('connections');
  budget?.spend('octetsOut', query.length + 2);
  const recorded = tapOf(signal)?.begin({ ...DNS_BY_TCP, peer: { address, port }, isOperators });
  return new Promise<Buffer>((resolve, reject) => {
    const socket = connect({ host: server.address, port: server.port, autoSelectFamily: false, lookup: refuseLookup });
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const finish = (settle: () => void) => {
      detach();
      socket.destroy();
      recorded?.end();
      settle();
    };
    const fail = (failure: NetFailure) => {
      recorded?.end(failure);
      finish(() => reject(failure));
    };
    const detach = onAbort(signal, () => {
      socket.destroy();
      recorded?.end(signal.reason);
      reject(signal.reason);
    });
    // The listener stays until the end: errors after the result must not become uncaught.
    socket.on('error', (error) => fail(systemFailure(error, where)));
    socket.on('end', () => fail(new NetFailure('invalid-response', `${where}: ends early`)));
    socket.on('data', (chunk: Buffer) => {
      recorded?.received(chunk);
      const excess = budget?.note('octetsIn', chunk.length) ?? null;
      if (excess !== null) return fail(excess);
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes < 2) return;
      const neededBytes = 2 + messageLength(chunks);
      if (receivedBytes < neededBytes) return;
      const message = Buffer.concat(chunks).subarray(2, neededBytes);
      finish(() => resolve(message));
    });
    // Length and message in one segment, as RFC 7766 section 8 recommends. Our side stays open: many servers take a
    // half-closed connection for a closed one.
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    const framed = Buffer.concat([length, query]);
    socket.write(framed);
    socket.once('connect', () => {
      recorded?.opened();
      recorded?.sent(framed);
    });
  });
}

const DNS_BY_TCP = { service: 'dns', transport: 'tcp' } as const;

/** The length prefix, whose two octets may arrive separately. */
function messageLength(chunks: Buffer[]): number {
  const [first = Buffer.alloc(0)] = chunks;
  return first.length >= 2 ? first.readUInt16BE(0) : Buffer.concat(chunks.slice(0, 2)).readUInt16BE(0);
}

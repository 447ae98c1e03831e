import { randomInt } from 'node:crypto';
import { startDeadline, withDeadline } from '../../async/deadline.ts';
import { DnsFormatError } from '../../protocols/dns-message/dns-format-error.ts';
import { ednsOptionCodes } from '../../protocols/dns-message/edns-options.ts';
import { encodeQuery } from '../../protocols/dns-message/encode.ts';
import type { DnsMessage } from '../../protocols/dns-message/message.ts';
import { createFairSlots } from '../../work/fair-slots.ts';
import { decodeFor, workOf } from '../../work/work.ts';
import { type AuthorityQuestion, type AuthorityReply, NetFailure } from '../net.ts';
import { DNS_PORT } from '../resolver-address.ts';
import { decodeReply, isBareRefusal, isReplyTo } from './dns-reply.ts';
import { exchangeByTcp } from './tcp-exchange.ts';
import { UdpSockets } from './udp-sockets.ts';

/** Address and port of a server. */
export interface AuthorityServer {
  readonly address: string;
  /** Default: 53. */
  readonly port?: number;
  /** Set when the operator named the server. Default: it serves a zone, or a visitor named it. */
  readonly isOperators?: boolean;
}

/** Asks authoritative servers whose addresses the guard has allowed. */
export interface Authorities {
  /**
   * One question to one server; replies with any RCODE are returned.
   * @throws NetFailure `timeout`, `invalid-response`, or the reason why the server cannot be reached
   */
  ask(server: AuthorityServer, question: AuthorityQuestion, signal: AbortSignal): Promise<AuthorityReply>;
  close(): void;
}

export interface AuthorityTiming {
  /** One number per attempt by UDP: how many milliseconds the server may be silent. */
  readonly triesMs: readonly number[];
  readonly tcpTimeoutMs: number;
}

/** Settings for tests only. */
export interface AuthoritySeams {
  readonly timing?: Partial<AuthorityTiming>;
  /** The port, instead of 53, at which all authoritative servers of a lab listen. */
  readonly port?: number;
}

const defaultTiming: AuthorityTiming = { triesMs: [1000, 1000], tcpTimeoutMs: 2000 };
/** UDP questions in flight at once, over all lookups, shared fairly between clients. */
const MAX_UDP = 256;
const MAX_TCP = 32;
/** Passes every path without fragmentation (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
const asksForNsid = [{ code: ednsOptionCodes.nsid, octets: new Uint8Array() }];

export function createAuthorities({ timing = {}, port = DNS_PORT }: AuthoritySeams = {}): Authorities {
  const { triesMs, tcpTimeoutMs } = { ...defaultTiming, ...timing };
  const closing = new AbortController();
  const udp = new UdpSockets();
  const udpSlots = createFairSlots(MAX_UDP);
  const tcpSlots = createFairSlots(MAX_TCP);

  const askByTcp = (server: Required<AuthorityServer>, question: AuthorityQuestion, caller: AbortSignal) => {
    const what = `${question.name} type ${question.type} at ${server.address} by TCP`;
    return withDeadline({ timeoutMs: tcpTimeoutMs, what }, [caller, closing.signal], async (signal) => {
      const release = await tcpSlots.acquire(signal, workOf(signal)?.owner);
      try {
        const query = encoded(question);
        query.writeUInt16BE(randomInt(0x1_0000), 0);
        const startedAtMs = performance.now();
        const reply = await exchangeByTcp(server, query, signal);
        const decode = () => decodeReply(reply, { keepOctets: true });
        const message = isReplyTo(query, reply) ? decodeFor(signal, decode) : null;
        if (message === null) throw new NetFailure('invalid-response', `${what}: not a reply to the question`);
        return replyOf(message, 'tcp', reply.length, startedAtMs);
      } finally {
        release();
      }
    });
  };

  const askByUdp = async (server: Required<AuthorityServer>, question: AuthorityQuestion, caller: AbortSignal) => {
    const release = await udpSlots.acquire(caller, workOf(caller)?.owner);
    try {
      return await tryByUdp({ udp, triesMs, closing: closing.signal }, server, question, caller);
    } finally {
      release();
    }
  };

  return {
    ask: async (to, question, caller) => {
      const server = { port, isOperators: false, ...to };
      workOf(caller)?.budget.spend('questions');
      if (question.transport === 'tcp') return askByTcp(server, question, caller);
      const reply = await askByUdp(server, question, caller);
      if (!reply.message.isTruncated) return reply;
      try {
        return await askByTcp(server, question, caller);
      } catch (error) {
        if (caller.aborted || !(error instanceof NetFailure)) throw error;
        return { ...reply, isPartial: true };
      }
    },
    close: () => {
      closing.abort(new NetFailure('unreachable', 'the network door is closed'));
      udp.close();
    },
  };
}

interface UdpTries {
  readonly udp: UdpSockets;
  readonly triesMs: readonly number[];
  readonly closing: AbortSignal;
}

async function tryByUdp(
  { udp, triesMs, closing }: UdpTries,
  server: Required<AuthorityServer>,
  question: AuthorityQuestion,
  caller: AbortSignal,
): Promise<AuthorityReply> {
  const what = `${question.name} type ${question.type} at ${server.address}`;
  let wasUnreadable = false;
  for (const timeoutMs of triesMs) {
    const query = encoded(question);
    let bytes = 0;
    const accept = (datagram: Buffer) => {
      if (!isReplyTo(query, datagram) && !isBareRefusal(query, datagram)) return null;
      const message = decodeReply(datagram, { keepOctets: true });
      if (message === null) wasUnreadable = true;
      bytes = datagram.length;
      return message;
    };
    const deadline = startDeadline({ timeoutMs, what }, [caller, closing]);
    const startedAtMs = performance.now();
    try {
      const message = await udp.exchange({ server, query, accept, isOperators: server.isOperators }, deadline.signal);
      return replyOf(message, 'udp', bytes, startedAtMs);
    } catch (error) {
      caller.throwIfAborted();
      if (!deadline.isPast) throw error;
    } finally {
      deadline.cancel();
    }
  }
  throw wasUnreadable
    ? new NetFailure('invalid-response', `${what}: no well-formed message`)
    : new NetFailure('timeout', `${what}: silent`);
}

function replyOf(message: DnsMessage, transport: 'udp' | 'tcp', bytes: number, startedAtMs: number): AuthorityReply {
  return { message, transport, bytes, isPartial: false, timeMs: performance.now() - startedAtMs };
}

/** @throws NetFailure `nxdomain` for a name that cannot be encoded, and so cannot exist */
function encoded(question: AuthorityQuestion): Buffer {
  const { name, type, withoutEdns = false, recursionDesired = false, checkingDisabled = false } = question;
  const { options = asksForNsid } = question;
  try {
    return encodeQuery({
      id: 0,
      name,
      type,
      isRecursionDesired: recursionDesired,
      isCheckingDisabled: checkingDisabled,
      edns: withoutEdns ? null : { udpPayloadSizeBytes: UDP_PAYLOAD_BYTES, isDnssecOk: true, options },
    });
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    throw new NetFailure('nxdomain', 'the name has no wire form', { cause: error });
  }
}

import { randomInt } from 'node:crypto';
import { DnsFormatError } from '../protocols/dns-message/dns-format-error.ts';
import { encodeQuery } from '../protocols/dns-message/encode.ts';
import type { DnsMessage } from '../protocols/dns-message/message.ts';
import { decodeReply, isBareRefusal, isReplyTo, rcodes } from './dns-reply.ts';
import { type DnsQuestion, NetFailure } from './net.ts';
import type { ResolverAddress } from './settings.ts';
import { exchangeByTcp } from './tcp-exchange.ts';
import type { UdpExchange } from './udp-exchange.ts';

/** What one resolver said: NOERROR or NXDOMAIN. */
export interface Reply {
  readonly server: ResolverAddress;
  readonly message: DnsMessage;
  /** Whether our query carried an OPT record. */
  readonly hasEdns: boolean;
}

export interface Attempt {
  readonly question: DnsQuestion;
  readonly server: ResolverAddress;
  readonly hasEdns: boolean;
  /** A message came back, whatever its RCODE. */
  onHeard(): void;
  /** Something came back to our question that is no well-formed message. */
  onUnreadable(): void;
}

/** What fits through every path without fragments (DNS Flag Day 2020). */
const UDP_PAYLOAD_BYTES = 1232;

/** The RCODEs of a server that does not like our OPT record. */
const ednsRefusals: readonly number[] = [rcodes.formErr, rcodes.notImp, rcodes.badVers];

/**
 * Sends the question once by UDP, and once more without OPT where the server does not know that, and waits for the
 * reply until the signal fires.
 * @throws NetFailure when the reply is another RCODE or the server cannot be reached.
 */
export async function askServer(udp: UdpExchange, attempt: Attempt, signal: AbortSignal): Promise<Reply> {
  const { question, server, hasEdns } = attempt;
  const message = await exchangeOnce(udp, attempt, signal);
  attempt.onHeard();
  if (hasEdns && ednsRefusals.includes(message.rcode)) {
    return askServer(udp, { ...attempt, hasEdns: false }, signal);
  }
  const failure = failureOfRcode(message.rcode, `${question.name} type ${question.type} at ${server.address}`);
  if (failure !== null) throw failure;
  return { server, message, hasEdns };
}

function exchangeOnce(udp: UdpExchange, attempt: Attempt, signal: AbortSignal): Promise<DnsMessage> {
  const query = encode(attempt.question, attempt.hasEdns);
  const accept = (datagram: Buffer) => {
    const isBare = attempt.hasEdns && isBareRefusal(query, datagram);
    if (!isBare && !isReplyTo(query, datagram)) return null;
    const message = decodeReply(datagram);
    if (message === null) attempt.onUnreadable();
    return message;
  };
  return udp.exchange({ server: attempt.server, query, accept }, signal);
}

/**
 * Asks the server of a truncated reply again by TCP.
 * @throws NetFailure when that gives no NOERROR or NXDOMAIN to the same question.
 */
export async function askByTcp(
  question: DnsQuestion,
  { server, hasEdns }: Reply,
  signal: AbortSignal,
): Promise<DnsMessage> {
  const what = `${question.name} type ${question.type} at ${server.address} by TCP`;
  const query = encode(question, hasEdns);
  query.writeUInt16BE(randomInt(0x1_0000), 0);
  const reply = await exchangeByTcp(server, query, signal);
  const message = isReplyTo(query, reply) ? decodeReply(reply) : null;
  if (message === null) throw new NetFailure('invalid_response', `${what}: not a reply to the question`);
  const failure = failureOfRcode(message.rcode, what);
  if (failure !== null) throw failure;
  return message;
}

/** The query with an id that is still open. A name that has no wire form is one that cannot exist. */
function encode({ name, type, checkingDisabled = false }: DnsQuestion, hasEdns: boolean): Buffer {
  try {
    const bytes = encodeQuery({
      id: 0,
      name,
      type,
      isRecursionDesired: true,
      isCheckingDisabled: checkingDisabled,
      edns: hasEdns ? { udpPayloadSizeBytes: UDP_PAYLOAD_BYTES, isDnssecOk: true } : null,
    });
    return Buffer.from(bytes);
  } catch (error) {
    if (!(error instanceof DnsFormatError)) throw error;
    throw new NetFailure('nxdomain', 'the name has no wire form', { cause: error });
  }
}

function failureOfRcode(rcode: number, what: string): NetFailure | null {
  switch (rcode) {
    case rcodes.noError:
    case rcodes.nxDomain:
      return null;
    case rcodes.servFail:
      return new NetFailure('servfail', `${what}: SERVFAIL`);
    case rcodes.refused:
      return new NetFailure('refused', `${what}: REFUSED`);
    default:
      return new NetFailure('invalid_response', `${what}: RCODE ${rcode}`);
  }
}

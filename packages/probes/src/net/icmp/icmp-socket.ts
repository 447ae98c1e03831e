import {
  decodeEchoReply,
  decodeQuotedRequest,
  type EchoReply,
  encodeEchoRequest,
  withoutIpv4Header,
} from '../../protocols/icmp-message/echo.ts';
import { readControlMessages, type SocketError } from '../../protocols/socket-message/control-messages.ts';
import { decodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import type { TappedExchange } from '../recording/wire-tap.ts';
import type { ClockTime, Libc, ReceivedMessage } from './libc.ts';
import { openQueueSocket, type QueueListener, type QueueSocket } from './queue-socket.ts';

export interface ReceivedReply extends EchoReply {
  /** The entire ICMP message. */
  readonly octets: Uint8Array;
  readonly receivedAt: ClockTime | null;
  readonly ttl: number | null;
  /** In network byte order; null if the kernel does not tell. */
  readonly from: Uint8Array | null;
}

export interface ReceivedError {
  readonly seq: number;
  /** Destination of the packet, in network byte order. */
  readonly destination: Uint8Array | null;
  readonly error: SocketError;
  readonly receivedAt: ClockTime | null;
  /** The part of the packet that the error quotes, from the ICMP header on; routers need not quote more. */
  readonly quoted: Uint8Array;
}

export interface Listener extends Pick<QueueListener, 'restMs'> {
  onReply(reply: ReceivedReply): void;
  onError(error: ReceivedError): void;
}

/** One socket for echo requests of one address family. */
export interface IcmpSocket extends Pick<QueueSocket, 'set' | 'poll' | 'close'> {
  /** Sends an echo request to a `struct sockaddr`. Returns the time just before, or the errno. The id is the socket's own. */
  send(
    request: Omit<EchoReply, 'id'>,
    address: Uint8Array,
    payloadBytes?: number,
    recorded?: TappedExchange,
  ): ClockTime | { readonly errno: number };
}

const ICMP = { 4: 1, 6: 58 } as const;
/** With SOCK_NONBLOCK and SOCK_CLOEXEC. */
const kinds = { datagram: 0x80802, raw: 0x80803 } as const;
export type IcmpSocketKind = keyof typeof kinds;

const SOL_RAW = 255;

/**
 * Opens a socket and starts listening. A datagram socket receives only replies to its own requests and may be used by the
 * groups in `ping_group_range` (icmp(7)); a raw one requires CAP_NET_RAW.
 * @throws Error with the errno when it may not be opened
 */
export function openIcmpSocket(libc: Libc, family: 4 | 6, kind: IcmpSocketKind, listener: Listener): IcmpSocket {
  // Only raw sockets send this id; on datagram sockets the kernel sets its own.
  const id = 1 + Math.floor(Math.random() * 0xffff);
  const isOurs = (receivedId: number) => kind === 'datagram' || receivedId === id;
  const socketKind = { family, type: kinds[kind], protocol: ICMP[family], what: `${kind} socket for ICMP` };
  const socket = openQueueSocket(libc, socketKind, {
    restMs: listener.restMs ?? 0,
    onMessage: (received) => {
      const reply = readReply(received, family, kind);
      return reply === null || !isOurs(reply.id) ? null : () => listener.onReply(reply);
    },
    onError: (received) => {
      const request = decodeQuotedRequest(family, received.data);
      const error = readError(received);
      if (request === null || error === null || !isOurs(request.id)) return null;
      return () => listener.onError({ ...error, seq: request.seq });
    },
  });
  if (kind === 'raw') socket.setBytes(family === 4 ? SOL_RAW : ICMP[6], 1, onlyEchoReplies(family));
  return {
    set: socket.set,
    poll: socket.poll,
    close: socket.close,
    send: (request, address, payloadBytes, recorded) => {
      const octets = encodeEchoRequest(family, { id, seq: request.seq, cookie: request.cookie }, payloadBytes);
      recorded?.sent(octets);
      return socket.send(octets, address);
    },
  };
}

function readReply(received: ReceivedMessage, family: 4 | 6, kind: IcmpSocketKind): ReceivedReply | null {
  const message = family === 4 && kind === 'raw' ? withoutIpv4Header(received.data) : received.data;
  const reply = message === null ? null : decodeEchoReply(family, message);
  if (message === null || reply === null) return null;
  const { receivedAt, ttl } = readControlMessages(received.control);
  // A copy: the buffer is reused before the reply is reported.
  return {
    id: reply.id,
    seq: reply.seq,
    cookie: reply.cookie,
    receivedAt,
    ttl,
    octets: message.slice(),
    from: decodeSocketAddress(received.address),
  };
}

/** Reads an entry of the error queue, for any protocol; null if it holds no error. */
export function readError({ data, control, address }: ReceivedMessage): Omit<ReceivedError, 'seq'> | null {
  const { error, receivedAt } = readControlMessages(control);
  if (error === null) return null;
  return { destination: decodeSocketAddress(address), error, receivedAt, quoted: data.slice() };
}

/** ICMP_FILTER (a set bit blocks a type), ICMP6_FILTER (the same, 256 bits; RFC 3542 section 3.2). */
function onlyEchoReplies(family: 4 | 6): Uint8Array {
  const filter = new Uint8Array(family === 4 ? 4 : 32).fill(0xff);
  const type = family === 4 ? 0 : 129;
  filter[type >> 3] = 0xff & ~(1 << (type & 7));
  return filter;
}

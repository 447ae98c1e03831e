import {
  decodeEchoReply,
  decodeQuotedRequest,
  type EchoReply,
  encodeEchoRequest,
  withoutIpv4Header,
} from '../../protocols/icmp-message/echo.ts';
import { type ExtendedError, readControlMessages } from '../../protocols/socket-message/control-messages.ts';
import { decodeSocketAddress } from '../../protocols/socket-message/socket-address.ts';
import type { ClockTime, Libc } from './libc.ts';

export interface ReceivedReply extends EchoReply {
  readonly receivedAt: ClockTime | null;
  readonly ttl: number | null;
}

export interface ReceivedError {
  readonly seq: number;
  /** Where the packet was sent to, in network byte order. */
  readonly destination: Uint8Array | null;
  readonly error: ExtendedError;
}

export interface Listener {
  onReply(reply: ReceivedReply): void;
  onError(error: ReceivedError): void;
}

/** One socket for all echo requests of one address family. */
export interface IcmpSocket {
  /**
   * Sends an echo request to a `struct sockaddr`. Gives the time right before, or the errno.
   * The id is the socket's own.
   */
  send(request: Omit<EchoReply, 'id'>, address: Uint8Array): ClockTime | { readonly errno: number };
  /** Delivers at once what has already arrived. */
  poll(): void;
  close(): void;
}

const AF = { 4: 2, 6: 10 } as const;
const ICMP = { 4: 1, 6: 58 } as const;
const IP = { 4: 0, 6: 41 } as const;
/** With SOCK_NONBLOCK and SOCK_CLOEXEC. */
const kinds = { datagram: 0x80802, raw: 0x80803 } as const;

const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
const SO_TIMESTAMPNS = 35;
const SOL_RAW = 255;
const MSG_ERRQUEUE = 0x2000;
const MSG_DONTWAIT = 0x40;
const EINTR = 4;
const EBADF = 9;
const EAGAIN = 11;

/** Enough for thousands of replies that come while the process is busy. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
/** A pending error fails the next call on the socket, one call per error: the packet has to be sent again. */
const MAX_SENDS = 8;
/** Messages read in one go before other work continues. */
const MAX_READS = 2000;

/**
 * Opens a socket and listens. A datagram socket receives only replies to itself, and is open to groups named by
 * `ping_group_range` (icmp(7)); a raw one needs CAP_NET_RAW.
 * @throws Error with the errno when it may not be opened.
 */
export function openIcmpSocket(libc: Libc, family: 4 | 6, kind: 'datagram' | 'raw', listener: Listener): IcmpSocket {
  const fd = libc.socket(AF[family], kinds[kind], ICMP[family]);
  if (fd < 0) throw new Error(`no ${kind} socket for ICMP over IPv${family}: errno ${-fd}`);
  configure(libc, fd, family, kind);
  // Only raw sockets send this id; for the others the system puts in its own.
  const id = 1 + Math.floor(Math.random() * 0xffff);
  const receiver: Receiver = {
    libc,
    fd,
    family,
    isOurs: (receivedId) => kind === 'datagram' || receivedId === id,
    kind,
  };
  let undelivered: (() => void)[] = [];
  const deliver = () => {
    const all = undelivered;
    undelivered = [];
    for (const one of all) one();
  };
  const read = (hasError: boolean) => {
    if (undelivered.length === 0) setImmediate(deliver);
    if (hasError) for (const error of errorsOf(receiver)) undelivered.push(() => listener.onError(error));
    const { replies, hadPendingError } = repliesOf(receiver);
    for (const reply of replies) undelivered.push(() => listener.onReply(reply));
    if (hadPendingError && !hasError) read(true);
  };
  const stopWatching = libc.watch(fd, read);
  let isOpen = true;
  return {
    send: (request, address) => {
      // The number of a closed descriptor may have been reused by now.
      if (!isOpen) return { errno: EBADF };
      return sendDespiteErrors(libc, fd, encodeEchoRequest(family, { ...request, id }), address, () => read(true));
    },
    poll: () => {
      if (!isOpen) return;
      read(true);
      deliver();
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      undelivered = [];
      stopWatching();
      libc.close(fd);
    },
  };
}

interface Receiver {
  readonly libc: Libc;
  readonly fd: number;
  readonly family: 4 | 6;
  readonly kind: 'datagram' | 'raw';
  isOurs(id: number): boolean;
}

function configure(libc: Libc, fd: number, family: 4 | 6, kind: 'datagram' | 'raw'): void {
  const set = (level: number, option: number, value: number) =>
    libc.setOption(fd, level, option, new Uint8Array(Int32Array.of(value).buffer));
  // Beyond the system's limit only with the privilege for it; otherwise as much as the system grants.
  if (!set(SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)) set(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES);
  set(SOL_SOCKET, SO_TIMESTAMPNS, 1);
  // IP_RECVTTL, IP_RECVERR; IPV6_RECVHOPLIMIT, IPV6_RECVERR
  for (const option of family === 4 ? [12, 11] : [51, 25]) set(IP[family], option, 1);
  if (kind === 'raw') libc.setOption(fd, family === 4 ? SOL_RAW : ICMP[6], 1, onlyEchoReplies(family));
}

/** ICMP_FILTER (a set bit blocks a type), ICMP6_FILTER (the same, 256 bits; RFC 3542 section 3.2). */
function onlyEchoReplies(family: 4 | 6): Uint8Array {
  const filter = new Uint8Array(family === 4 ? 4 : 32).fill(0xff);
  const type = family === 4 ? 0 : 129;
  filter[type >> 3] = 0xff & ~(1 << (type & 7));
  return filter;
}

function sendDespiteErrors(
  libc: Libc,
  fd: number,
  bytes: Uint8Array,
  address: Uint8Array,
  readErrors: () => void,
): ClockTime | { errno: number } {
  let result = 0;
  for (let attempt = 0; attempt < MAX_SENDS; attempt++) {
    const sentAt = libc.now();
    result = libc.send(fd, bytes, address);
    if (result >= 0) return sentAt;
    readErrors();
  }
  return { errno: -result };
}

/** The errors that came in for packets we sent: IP_RECVERR in ip(7). */
function errorsOf({ libc, fd, family, isOurs }: Receiver): ReceivedError[] {
  const errors: ReceivedError[] = [];
  for (let count = 0; count < MAX_READS; count++) {
    const received = libc.receive(fd, MSG_ERRQUEUE | MSG_DONTWAIT);
    if (received === -EINTR) continue;
    if (typeof received === 'number') break;
    const { error } = readControlMessages(received.control);
    const request = decodeQuotedRequest(family, received.data);
    if (error === null || request === null || !isOurs(request.id)) continue;
    errors.push({ seq: request.seq, destination: decodeSocketAddress(received.address), error });
  }
  return errors;
}

/** `hadPendingError` when a pending error came in place of a reply. */
function repliesOf({ libc, fd, family, kind, isOurs }: Receiver): {
  replies: ReceivedReply[];
  hadPendingError: boolean;
} {
  const replies: ReceivedReply[] = [];
  let hadPendingError = false;
  for (let count = 0; count < MAX_READS; count++) {
    const received = libc.receive(fd, MSG_DONTWAIT);
    if (received === -EAGAIN) break;
    if (typeof received === 'number') {
      hadPendingError ||= received !== -EINTR;
      continue;
    }
    const message = family === 4 && kind === 'raw' ? withoutIpv4Header(received.data) : received.data;
    const reply = message === null ? null : decodeEchoReply(family, message);
    if (reply === null || !isOurs(reply.id)) continue;
    const { receivedAt, ttl } = readControlMessages(received.control);
    replies.push({ ...reply, receivedAt, ttl });
  }
  return { replies, hadPendingError };
}

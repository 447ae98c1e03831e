import type { ClockTime, Libc, ReceivedMessage } from './libc.ts';

/** Reads a message while its bytes are valid; the function it returns is called in Node's next turn. */
export type ReadMessage = (message: ReceivedMessage) => (() => void) | null;

export interface QueueListener {
  readonly onMessage: ReadMessage;
  /** Reads an ICMP error for a packet that was sent; the bytes are the part of that packet which the error quotes. */
  readonly onError: ReadMessage;
  /** How often messages are read while many arrive, in milliseconds; default: as they arrive. */
  readonly restMs?: number;
}

/** A datagram or raw socket whose errors are read from its error queue: IP_RECVERR in ip(7). */
export interface QueueSocket {
  set(level: number, option: number, value: number): boolean;
  setBytes(level: number, option: number, value: Uint8Array): boolean;
  /** Sends to a `struct sockaddr`. Returns the time just before, or the errno. */
  send(bytes: Uint8Array, address: Uint8Array): ClockTime | { readonly errno: number };
  /** Delivers at once what has already arrived. */
  poll(): void;
  close(): void;
}

const AF = { 4: 2, 6: 10 } as const;
const IP = { 4: 0, 6: 41 } as const;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_RCVBUFFORCE = 33;
const SO_TIMESTAMPNS = 35;
const MSG_ERRQUEUE = 0x2000;
const MSG_DONTWAIT = 0x40;
const EINTR = 4;
const EBADF = 9;
const EAGAIN = 11;

/** Enough for thousands of replies that arrive while the process is busy. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
/** Each pending error makes the next call on the socket fail, so the packet has to be sent again. */
const MAX_SENDS = 8;
/** Messages read in one go before other work continues. */
const MAX_READS = 2000;

/** The value of an option, as the kernel reads it: a trace sets its TTL for each packet. */
const number = new Int32Array(1);
const numberBytes = new Uint8Array(number.buffer);

export interface SocketKind {
  readonly family: 4 | 6;
  /** With SOCK_NONBLOCK and SOCK_CLOEXEC. */
  readonly type: number;
  readonly protocol: number;
  /** Name of the socket in the log. */
  readonly what: string;
}

/**
 * Opens a socket and starts listening. Messages come with timestamps, TTLs and errors.
 * @throws Error with the errno when it may not be opened
 */
export function openQueueSocket(libc: Libc, kind: SocketKind, listener: QueueListener): QueueSocket {
  const { family, type, protocol, what } = kind;
  const fd = libc.socket(AF[family], type, protocol);
  if (fd < 0) throw new Error(`no ${what} over IPv${family}: errno ${-fd}`);
  const setBytes = (level: number, option: number, value: Uint8Array) => libc.setOption(fd, level, option, value);
  const set = (level: number, option: number, value: number) => {
    number[0] = value;
    return setBytes(level, option, numberBytes);
  };
  configure(set, family);
  let undelivered: (() => void)[] = [];
  const deliver = () => {
    const all = undelivered;
    undelivered = [];
    for (const one of all) one();
  };
  const read = (hasError: boolean) => {
    if (undelivered.length === 0) setImmediate(deliver);
    if (hasError) undelivered.push(...errorsOf(libc, fd, listener.onError));
    const { messages, hadPendingError } = messagesOf(libc, fd, listener.onMessage);
    undelivered.push(...messages);
    if (hadPendingError && !hasError) read(true);
  };
  const stopWatching = libc.watch(fd, read, { restMs: listener.restMs ?? 0 });
  let isOpen = true;
  return {
    set,
    setBytes,
    send: (bytes, address) => {
      // The number of a closed descriptor may already have been reused.
      return isOpen ? sendDespiteErrors(libc, fd, bytes, address, () => read(true)) : { errno: EBADF };
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

function configure(set: QueueSocket['set'], family: 4 | 6): void {
  // Beyond the system's limit only with the privilege for it; otherwise as much as the system grants.
  if (!set(SOL_SOCKET, SO_RCVBUFFORCE, RECEIVE_BUFFER_BYTES)) set(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER_BYTES);
  set(SOL_SOCKET, SO_TIMESTAMPNS, 1);
  // IP_RECVTTL, IP_RECVERR; IPV6_RECVHOPLIMIT, IPV6_RECVERR
  for (const option of family === 4 ? [12, 11] : [51, 25]) set(IP[family], option, 1);
}

function sendDespiteErrors(
  libc: Libc,
  fd: number,
  bytes: Uint8Array,
  address: Uint8Array,
  readErrors: () => void,
): ClockTime | { errno: number } {
  let errno = 0;
  for (let attempt = 0; attempt < MAX_SENDS; attempt++) {
    const sent = libc.send(fd, bytes, address);
    if (typeof sent !== 'number') return sent;
    errno = -sent;
    readErrors();
  }
  return { errno };
}

/** The errors that arrived for packets sent. */
export function errorsOf(libc: Libc, fd: number, read: ReadMessage): (() => void)[] {
  const errors: (() => void)[] = [];
  for (let count = 0; count < MAX_READS; count++) {
    const received = libc.receive(fd, MSG_ERRQUEUE | MSG_DONTWAIT);
    if (received === -EINTR) continue;
    if (typeof received === 'number') break;
    const deliver = read(received);
    if (deliver !== null) errors.push(deliver);
  }
  return errors;
}

/** `hadPendingError` is true when a pending error was returned instead of a message. */
function messagesOf(libc: Libc, fd: number, read: ReadMessage): { messages: (() => void)[]; hadPendingError: boolean } {
  const messages: (() => void)[] = [];
  let hadPendingError = false;
  for (let count = 0; count < MAX_READS; count++) {
    const received = libc.receive(fd, MSG_DONTWAIT);
    if (received === -EAGAIN) break;
    if (typeof received === 'number') {
      hadPendingError ||= received !== -EINTR;
      // A closed or foreign descriptor never returns EAGAIN.
      if (received === -EBADF) break;
      continue;
    }
    const deliver = read(received);
    if (deliver !== null) messages.push(deliver);
  }
  return { messages, hadPendingError };
}

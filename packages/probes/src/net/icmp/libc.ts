import type Koffi from 'koffi';
import type { LibraryHandle } from 'koffi';
import { readTime } from '../../protocols/socket-message/control-messages.ts';

/** System calls that Node does not offer. They never block, since sockets are opened as non-blocking. */
export interface Libc {
  /** The descriptor, or the negated errno. */
  socket(family: number, type: number, protocol: number): number;
  /** Whether the system accepted the option. */
  setOption(fd: number, level: number, option: number, value: Uint8Array): boolean;
  /** The value of an option, in a view that the next call overwrites; null if the system refuses. */
  getOption(fd: number, level: number, option: number): DataView | null;
  /** Zero, or the negated errno; -115 (EINPROGRESS) when the handshake has started. */
  connect(fd: number, address: Uint8Array): number;
  /** When it was sent, by the clock of `now`: nothing but the system call lies in between. Or the negated errno. */
  send(fd: number, bytes: Uint8Array, address: Uint8Array): ClockTime | number;
  /** A received message, or the negated errno; the next call overwrites the views. */
  receive(fd: number, flags: number): ReceivedMessage | number;
  /** CLOCK_REALTIME, the clock of the kernel's timestamps. */
  now(): ClockTime;
  /**
   * Calls back whenever the descriptor is readable, until the returned function is called; `hasError` when there is
   * something in the error queue. The callback runs outside Node's own phases, where promises and ticks are not processed.
   */
  watch(fd: number, onReadable: (hasError: boolean) => void, options?: PollOptions): () => void;
  close(fd: number): void;
}

export interface PollOptions {
  /** Also calls back when the descriptor becomes writable: a connection is established. */
  readonly writable?: boolean;
  /**
   * Calls back at most this often, in milliseconds, except that the first of several events is reported at once. To wake
   * the process costs several times as much as to read a message, and the kernel has noted when each one arrived.
   */
  readonly restMs?: number;
}

export interface ClockTime {
  readonly seconds: number;
  readonly nanoseconds: number;
}

export interface ReceivedMessage {
  readonly data: Uint8Array;
  readonly control: Uint8Array;
  /** `struct sockaddr`: the sender, or for an error, the destination of the packet. */
  readonly address: Uint8Array;
}

const CLOCK_REALTIME = 0;

/** `struct msghdr` and timestamps are laid out below as on 64-bit little-endian Linux, with glibc and musl alike. */
const architectures = ['x64', 'arm64', 'riscv64', 'loong64'];

/**
 * Loads koffi, which is an optional dependency, and binds the calls.
 * @throws Error if the system or koffi does not permit it
 */
export async function openLibc(): Promise<Libc> {
  if (process.platform !== 'linux' || !architectures.includes(process.arch)) {
    throw new Error(`not for ${process.platform} on ${process.arch}`);
  }
  const { default: koffi } = await import('koffi');
  return bindLibc(koffi);
}

function bindLibc(koffi: typeof Koffi): Libc {
  const library = koffi.load(null);
  const socket = library.func('int socket(int domain, int type, int protocol)');
  const setsockopt = library.func(
    'int setsockopt(int fd, int level, int option, const uint8_t *value, uint32_t length)',
  );
  const connect = library.func('int connect(int fd, const uint8_t *address, uint32_t length)');
  const close = library.func('int close(int fd)');
  const clock = bindClock(koffi, library);
  const orErrno = (result: number) => (result < 0 ? -koffi.errno() : result);
  return {
    socket: (family, type, protocol) => orErrno(socket(family, type, protocol)),
    setOption: (fd, level, option, value) => setsockopt(fd, level, option, value, value.length) === 0,
    getOption: bindGetOption(koffi, library),
    connect: (fd, address) => orErrno(connect(fd, address, address.length)),
    send: bindSend(koffi, library, clock),
    receive: bindReceive(koffi, library),
    now: () => {
      clock.note();
      return clock.noted();
    },
    watch: (fd, onReadable, options = {}) => watch(koffi, fd, onReadable, options),
    close: (fd) => void close(fd),
  };
}

/** The part of `struct tcp_info` that is read. */
const OPTION_BYTES = 104;

function bindGetOption(koffi: typeof Koffi, library: LibraryHandle): Libc['getOption'] {
  const getsockopt = library.func('int getsockopt(int fd, int level, int option, uint8_t *value, uint32_t *length)');
  const { pointer, view } = allocate(koffi, OPTION_BYTES + 4);
  const { pointer: lengthPointer, view: length } = allocate(koffi, 4);
  return (fd, level, option) => {
    length.setUint32(0, OPTION_BYTES, true);
    if (getsockopt(fd, level, option, pointer, lengthPointer) !== 0) return null;
    return new DataView(view.buffer, view.byteOffset, Math.min(length.getUint32(0, true), OPTION_BYTES));
  };
}

interface Clock {
  /** Notes the time, which `noted` returns. */
  note(): void;
  noted(): ClockTime;
}

function bindClock(koffi: typeof Koffi, library: LibraryHandle): Clock {
  const clockGettime = library.func('int clock_gettime(int clock, uint8_t *time)');
  const { pointer, view } = allocate(koffi, 16);
  return { note: () => clockGettime(CLOCK_REALTIME, pointer), noted: () => readTime(view) };
}

/** The longest IP packet, and the longer of the two addresses. */
const OUTGOING_BYTES = { packet: 65_535, address: 28 } as const;

/** Copies what is sent into memory that never moves: to lend an array of V8 costs several times as much. */
function bindSend(koffi: typeof Koffi, library: LibraryHandle, clock: Clock): Libc['send'] {
  const sendto = library.func(
    'intptr_t sendto(int fd, const uint8_t *bytes, size_t length, int flags, const uint8_t *address, uint32_t addressLength)',
  );
  const packet = allocate(koffi, OUTGOING_BYTES.packet);
  const to = allocate(koffi, OUTGOING_BYTES.address);
  return (fd, bytes, address) => {
    packet.bytes.set(bytes);
    to.bytes.set(address);
    clock.note();
    const sent = Number(sendto(fd, packet.pointer, bytes.length, 0, to.pointer, address.length));
    return sent < 0 ? -koffi.errno() : clock.noted();
  };
}

/** `struct msghdr` (56 bytes), `struct iovec` (16) and the buffers they point to, in one block of memory that never moves. */
const at = { header: 0, vector: 56, address: 72, control: 104, data: 616, end: 1640 } as const;
const ADDRESS_BYTES = at.control - at.address;
const CONTROL_BYTES = at.data - at.control;
const DATA_BYTES = at.end - at.data;

function bindReceive(koffi: typeof Koffi, library: LibraryHandle): Libc['receive'] {
  const recvmsg = library.func('intptr_t recvmsg(int fd, uint8_t *message, int flags)');
  const { pointer, view, bytes, address } = allocate(koffi, at.end);
  const place = (offset: number, value: bigint) => view.setBigUint64(offset, value, true);
  place(at.header, address + BigInt(at.address));
  place(at.header + 16, address + BigInt(at.vector));
  place(at.header + 24, 1n);
  place(at.header + 32, address + BigInt(at.control));
  place(at.vector, address + BigInt(at.data));
  place(at.vector + 8, BigInt(DATA_BYTES));
  return (fd, flags) => {
    view.setUint32(at.header + 8, ADDRESS_BYTES, true);
    // The upper half stays zero.
    view.setUint32(at.header + 40, CONTROL_BYTES, true);
    const length = Number(recvmsg(fd, pointer, flags));
    if (length < 0) return -koffi.errno();
    const controlLength = Math.min(view.getUint32(at.header + 40, true), CONTROL_BYTES);
    return {
      data: bytes.subarray(at.data, at.data + Math.min(length, DATA_BYTES)),
      control: bytes.subarray(at.control, at.control + controlLength),
      address: bytes.subarray(at.address, at.control),
    };
  };
}

function allocate(koffi: typeof Koffi, length: number) {
  const pointer: unknown = koffi.alloc('uint8_t', length);
  const memory = koffi.view(pointer, length);
  return { pointer, view: new DataView(memory), bytes: new Uint8Array(memory), address: koffi.address(pointer) };
}

/** libuv reports a pending error, such as an ICMP error to be read, as a failure of its own and stops watching. */
function watch(
  koffi: typeof Koffi,
  fd: number,
  onReadable: (hasError: boolean) => void,
  { writable = false, restMs = 0 }: PollOptions,
): () => void {
  const wanted = { readable: true, ...(writable && { writable }) };
  let isWatching = true;
  let calledAtMs = -Infinity;
  const resume = () => {
    if (isWatching) handle.start(wanted, onEvent);
  };
  // koffi's type definitions lack the first argument.
  const onEvent = (...[status]: unknown[]) => {
    const hasError = typeof status === 'number' && status < 0;
    onReadable(hasError);
    const nowMs = performance.now();
    const isBusy = nowMs - calledAtMs < 2 * restMs;
    calledAtMs = nowMs;
    if (isBusy && isWatching) {
      handle.stop();
      setTimeout(resume, restMs).unref();
    } else if (hasError) {
      resume();
    }
  };
  const handle = koffi.node.poll(fd, wanted, onEvent);
  // An open socket alone does not keep the process alive.
  handle.unref();
  return () => {
    isWatching = false;
    handle.close();
  };
}

import { isEqual } from '../../../protocols/octets.ts';
import { decodeSocketAddress, encodeSocketAddress } from '../../../protocols/socket-message/socket-address.ts';
import { toNetworkOrder } from '../../guard/ip-address.ts';
import { readError } from '../../icmp/icmp-socket.ts';
import type { Libc } from '../../icmp/libc.ts';
import { errorsOf } from '../../icmp/queue-socket.ts';
import type { GuardedAddress } from '../../net.ts';
import type { Flow, OnResponse, ProbeResponse } from './flow.ts';
import { EXTENSIONS_OPTION, IP_HEADER_BYTES, IP_LEVEL, notSent, responseOf, TTL_OPTION } from './responses.ts';

const AF = { 4: 2, 6: 10 } as const;
/** SOCK_STREAM with SOCK_NONBLOCK and SOCK_CLOEXEC. */
const STREAM = 0x80801;
const SOL_SOCKET = 1;
const SO_ERROR = 4;
const SO_LINGER = 13;
const SO_TIMESTAMPNS = 35;
const IP_RECVERR = { 4: 11, 6: 25 } as const;
const SOL_TCP = 6;
const TCP_SYNCNT = 7;
const TCP_INFO = 11;
/** Offset of `tcpi_rtt` in `struct tcp_info`: the kernel's own measurement of the handshake, in microseconds. */
const RTT_AT = 68;
const ECONNREFUSED = 111;
const EINPROGRESS = 115;

/**
 * TCP handshakes, each from a new socket and port: routers that choose paths by flow may send them different ways. No
 * data is sent on an established connection; it is reset. Reading routers' errors needs Linux 5.18.
 */
export function openTcpFlow(libc: Libc, address: GuardedAddress, port: number): Flow {
  const target = toNetworkOrder(address.address);
  const socketAddress = encodeSocketAddress(target, port);
  const open = new Set<() => void>();
  // Opened once to find out whether this machine permits it.
  const first = openSocket({ libc, address, target, socketAddress }, 1);
  const { family } = address;
  const readsLabels = libc.setOption(
    first,
    IP_LEVEL[family],
    EXTENSIONS_OPTION[family],
    new Uint8Array(Int32Array.of(1).buffer),
  );
  libc.close(first);
  return {
    readsLabels,
    unmatched: 0,
    probe: (ttl, onResponse) => {
      const close = startHandshake({ libc, address, target, socketAddress }, ttl, (response) => {
        open.delete(close);
        onResponse(response);
      });
      open.add(close);
      return () => {
        open.delete(close);
        close();
      };
    },
    poll: () => {},
    close: () => {
      for (const close of open) close();
      open.clear();
    },
  };
}

interface Peer {
  readonly libc: Libc;
  readonly address: GuardedAddress;
  readonly target: Uint8Array;
  readonly socketAddress: Uint8Array;
}

function startHandshake(peer: Peer, ttl: number, onResponse: OnResponse): () => void {
  const { libc, address } = peer;
  const fd = openSocket(peer, ttl);
  const sent = { sentAt: libc.now(), sentAtMs: performance.now() };
  const result = libc.connect(fd, peer.socketAddress);
  if (result < 0 && result !== -EINPROGRESS) {
    libc.close(fd);
    notSent(-result, address);
    return () => {};
  }
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stopWatching();
    libc.close(fd);
  };
  const stopWatching = libc.watch(
    fd,
    () => {
      if (!isOpen) return;
      const response = readResponse(peer, fd, sent);
      if (response === null) return;
      close();
      if (response !== 'ended') setImmediate(() => onResponse(response));
    },
    { writable: true },
  );
  return close;
}

function openSocket({ libc, address: { address, family } }: Peer, ttl: number): number {
  const fd = libc.socket(AF[family], STREAM, 0);
  if (fd < 0) throw new Error(`no TCP socket over IPv${family} for ${address}: errno ${-fd}`);
  const set = (level: number, option: number, ...values: number[]) =>
    libc.setOption(fd, level, option, new Uint8Array(Int32Array.from(values).buffer));
  set(IP_LEVEL[family], TTL_OPTION[family], ttl);
  set(IP_LEVEL[family], IP_RECVERR[family], 1);
  set(IP_LEVEL[family], EXTENSIONS_OPTION[family], 1);
  set(SOL_SOCKET, SO_TIMESTAMPNS, 1);
  // On, zero seconds: an open port gets a reset instead of an orderly close.
  set(SOL_SOCKET, SO_LINGER, 1, 0);
  set(SOL_TCP, TCP_SYNCNT, 1);
  return fd;
}

type Sent = Parameters<typeof responseOf>[2];

/** Null while undecided; `ended` when the system has given up. */
function readResponse(
  { libc, address: { family }, target }: Peer,
  fd: number,
  sent: Sent,
): ProbeResponse | 'ended' | null {
  let response: ProbeResponse | null = null;
  errorsOf(libc, fd, (message) => {
    const received = readError(message);
    const destination = decodeSocketAddress(message.address);
    if (received !== null && (destination === null || isEqual(destination, target)))
      response ??= responseOf(family, target, sent, received, IP_HEADER_BYTES[family]);
    return null;
  });
  if (response !== null) return response;
  const passedMs = performance.now() - sent.sentAtMs;
  const failure = libc.getOption(fd, SOL_SOCKET, SO_ERROR)?.getInt32(0, true);
  const reached = { kind: 'target', from: target, labels: [], meaning: null, mtu: null } as const;
  if (failure === ECONNREFUSED) return { ...reached, timeMs: passedMs };
  if (failure !== 0) return 'ended';
  const info = libc.getOption(fd, SOL_TCP, TCP_INFO);
  // TCP_ESTABLISHED
  if (info === null || info.getUint8(0) !== 1) return null;
  const rttMs = info.byteLength >= RTT_AT + 4 ? info.getUint32(RTT_AT, true) / 1000 : 0;
  return { ...reached, timeMs: rttMs > 0 && rttMs <= passedMs ? rttMs : passedMs };
}

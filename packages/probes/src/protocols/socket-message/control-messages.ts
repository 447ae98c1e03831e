import { decodeSocketAddress } from './socket-address.ts';

/** The control messages that Linux delivers with a packet: cmsg(3), socket(7), ip(7), ipv6(7). */
export interface ControlMessages {
  /** When the kernel received the packet from the device, by CLOCK_REALTIME. */
  readonly receivedAt: { readonly seconds: number; readonly nanoseconds: number } | null;
  /** TTL or hop limit on arrival. */
  readonly ttl: number | null;
  readonly error: SocketError | null;
}

/** `struct sock_extended_err` and the address after it. */
export interface SocketError {
  readonly errno: number;
  /** Whether it comes from an ICMP message, not from this machine itself. */
  readonly isIcmp: boolean;
  readonly type: number;
  readonly code: number;
  /** The sender of the error, in network order. */
  readonly offender: Uint8Array | null;
  /** For a packet that is too big: the MTU of the next link (`ee_info`). */
  readonly info: number;
  /** Offset of the ICMP extensions in the quoted bytes (`ee_rfc4884.len`); null if the message does not state it. */
  readonly extensionsAt: number | null;
}

const HEADER_BYTES = 16;
const ERROR_BYTES = 16;
const SOL_SOCKET = 1;
const IPPROTO_IP = 0;
const IPPROTO_IPV6 = 41;
const SCM_TIMESTAMPNS = 35;
const IP_TTL = 2;
const IP_RECVERR = 11;
const IPV6_RECVERR = 25;
const IPV6_HOPLIMIT = 52;
const icmpOrigins = [2, 3];

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Reads a control buffer of a 64-bit little-endian machine; skips what is truncated or unknown. */
export function readControlMessages(bytes: Uint8Array): ControlMessages {
  const found: Mutable<ControlMessages> = { receivedAt: null, ttl: null, error: null };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEADER_BYTES <= bytes.length) {
    const length = view.getUint32(at, true);
    if (length < HEADER_BYTES || at + length > bytes.length) break;
    const level = view.getInt32(at + 8, true);
    const type = view.getInt32(at + 12, true);
    take(found, level, type, view, at + HEADER_BYTES, length - HEADER_BYTES);
    at += Math.ceil(length / 8) * 8;
  }
  return found;
}

function take(
  found: Mutable<ControlMessages>,
  level: number,
  type: number,
  view: DataView,
  at: number,
  length: number,
): void {
  const is = (ofLevel: number, ofType: number) => level === ofLevel && type === ofType;
  if (is(SOL_SOCKET, SCM_TIMESTAMPNS)) {
    if (length >= 16) found.receivedAt = readTime(view, at);
  } else if (is(IPPROTO_IP, IP_TTL) || is(IPPROTO_IPV6, IPV6_HOPLIMIT)) {
    if (length >= 4) found.ttl = view.getInt32(at, true);
  } else if (is(IPPROTO_IP, IP_RECVERR) || is(IPPROTO_IPV6, IPV6_RECVERR)) {
    if (length >= ERROR_BYTES) found.error = readError(new DataView(view.buffer, view.byteOffset + at, length));
  }
}

/** `struct timespec` with 64-bit fields, at an offset. The seconds fit into 53 bits for millions of years. */
export function readTime(view: DataView, at = 0): { seconds: number; nanoseconds: number } {
  return {
    seconds: view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32,
    nanoseconds: view.getUint32(at + 8, true),
  };
}

function readError(data: DataView): SocketError {
  const behind = new Uint8Array(data.buffer, data.byteOffset + ERROR_BYTES, data.byteLength - ERROR_BYTES);
  return {
    errno: data.getUint32(0, true),
    isIcmp: icmpOrigins.includes(data.getUint8(4)),
    type: data.getUint8(5),
    code: data.getUint8(6),
    offender: decodeSocketAddress(behind),
    info: data.getUint32(8, true),
    extensionsAt: readExtensionsAt(data),
  };
}

/** The kernel also validates the structure, and marks invalid ones (SO_EE_RFC4884_FLAG_INVALID). */
function readExtensionsAt(data: DataView): number | null {
  const [at, flags] = [data.getUint16(12, true), data.getUint8(14)];
  return at === 0 || (flags & 1) !== 0 ? null : at;
}

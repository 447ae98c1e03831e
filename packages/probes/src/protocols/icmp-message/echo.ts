/** The fields of an echo request or reply (RFC 792, RFC 4443 section 4) that are used here. */
export interface EchoReply {
  readonly id: number;
  readonly seq: number;
  readonly cookie: Uint8Array;
}

export const COOKIE_BYTES = 8;
/** The default of ping(8), so that results are comparable. */
export const PAYLOAD_BYTES = 56;

const HEADER_BYTES = 8;
/** The payload bytes count up, so that damage is visible in a packet capture. */
const template = counting(HEADER_BYTES + PAYLOAD_BYTES);
/** For packets as large as Ethernet takes. */
const longTemplate = counting(1500);
const requestTypes = { 4: 8, 6: 128 } as const;
const replyTypes = { 4: 0, 6: 129 } as const;

/**
 * An echo request whose payload begins with the cookie. The checksum of ICMPv6 also covers the IP addresses and is filled
 * in by the kernel (RFC 3542 section 3.1).
 */
export function encodeEchoRequest(
  family: 4 | 6,
  { id, seq, cookie }: EchoReply,
  payloadBytes = PAYLOAD_BYTES,
): Uint8Array {
  const bytes = (payloadBytes === PAYLOAD_BYTES ? template : longTemplate).slice(0, HEADER_BYTES + payloadBytes);
  bytes[0] = requestTypes[family];
  bytes[1] = 0;
  writeUint16(bytes, 2, 0);
  writeUint16(bytes, 4, id);
  writeUint16(bytes, 6, seq);
  for (let index = 0; index < COOKIE_BYTES; index++) bytes[HEADER_BYTES + index] = cookie[index] ?? 0;
  if (family === 4) writeUint16(bytes, 2, checksum(bytes));
  return bytes;
}

/** Reads an echo reply; null for any other message, and for one too short to contain a cookie. */
export function decodeEchoReply(family: 4 | 6, bytes: Uint8Array): EchoReply | null {
  if (bytes.length < HEADER_BYTES + COOKIE_BYTES || bytes[0] !== replyTypes[family] || bytes[1] !== 0) return null;
  return {
    id: readUint16(bytes, 4),
    seq: readUint16(bytes, 6),
    cookie: bytes.slice(HEADER_BYTES, HEADER_BYTES + COOKIE_BYTES),
  };
}

/** Reads the request that an error quotes: routers need not quote more than its header (RFC 792). */
export function decodeQuotedRequest(family: 4 | 6, bytes: Uint8Array): { id: number; seq: number } | null {
  if (bytes.length < HEADER_BYTES || bytes[0] !== requestTypes[family]) return null;
  return { id: readUint16(bytes, 4), seq: readUint16(bytes, 6) };
}

/** The message after the IPv4 header, which raw sockets deliver as well (RFC 791 section 3.1); null if truncated. */
export function withoutIpv4Header(bytes: Uint8Array): Uint8Array | null {
  const first = bytes[0] ?? 0;
  const headerBytes = (first & 15) * 4;
  return first >> 4 !== 4 || headerBytes < 20 || headerBytes > bytes.length ? null : bytes.subarray(headerBytes);
}

/** The Internet checksum (RFC 1071) of the bytes. */
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < bytes.length; index += 2) sum += readUint16(bytes, index);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

// Without a DataView: V8 keeps short arrays in its own memory until somebody asks for their buffer.

function readUint16(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
}

function writeUint16(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >> 8;
  bytes[offset + 1] = value & 0xff;
}

function counting(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => index & 0xff);
}

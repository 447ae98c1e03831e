import { joined } from './blocks.ts';

/** One end of an exchange. */
export interface Endpoint {
  /** Four octets (IPv4) or sixteen (IPv6). */
  readonly address: Uint8Array;
  readonly port: number;
}

/** Source and destination of a packet. */
export interface Way {
  readonly from: Endpoint;
  readonly to: Endpoint;
}

/** Protocol numbers (IANA). */
const ICMP = 1;
const TCP = 6;
const UDP = 17;
const ICMPV6 = 58;
/** The initial value on most systems. */
const HOP_LIMIT = 64;
const IPV4_HEADER = 20;
const IPV6_HEADER = 40;
const UDP_HEADER = 8;
const TCP_HEADER = 20;
const WINDOW = 0xffff;

/** Control bits of TCP (RFC 9293 section 3.1). */
export const tcpFlags = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16 } as const;

/** A datagram with its headers (RFC 768). */
export function udpPacket(way: Way, payload: Uint8Array): Uint8Array {
  const header = new Uint8Array(UDP_HEADER);
  const view = new DataView(header.buffer);
  view.setUint16(0, way.from.port);
  view.setUint16(2, way.to.port);
  view.setUint16(4, UDP_HEADER + payload.length);
  const datagram = joined([header, payload]);
  // RFC 768: a checksum of zero is sent as its complement, since zero means no checksum.
  new DataView(datagram.buffer).setUint16(6, transportChecksum(way, UDP, datagram) || 0xffff);
  return ipPacket(way, UDP, datagram);
}

/** A segment with its headers (RFC 9293 section 3.1). */
export function tcpPacket(
  way: Way,
  { seq, ack, flags }: { readonly seq: number; readonly ack: number; readonly flags: number },
  payload: Uint8Array = new Uint8Array(),
): Uint8Array {
  const header = new Uint8Array(TCP_HEADER);
  const view = new DataView(header.buffer);
  view.setUint16(0, way.from.port);
  view.setUint16(2, way.to.port);
  view.setUint32(4, seq % 2 ** 32);
  view.setUint32(8, ack % 2 ** 32);
  view.setUint8(12, (TCP_HEADER / 4) << 4);
  view.setUint8(13, flags);
  view.setUint16(14, WINDOW);
  const segment = joined([header, payload]);
  new DataView(segment.buffer).setUint16(16, transportChecksum(way, TCP, segment));
  return ipPacket(way, TCP, segment);
}

/** An ICMP or ICMPv6 message with its IP header. */
export function icmpPacket(way: Way, message: Uint8Array): Uint8Array {
  return ipPacket(way, way.to.address.length === 4 ? ICMP : ICMPV6, message);
}

function ipPacket({ from, to }: Way, protocol: number, payload: Uint8Array): Uint8Array {
  const isV4 = to.address.length === 4;
  const header = new Uint8Array(isV4 ? IPV4_HEADER : IPV6_HEADER);
  const view = new DataView(header.buffer);
  if (isV4) {
    view.setUint8(0, 0x45);
    view.setUint16(2, IPV4_HEADER + payload.length);
    view.setUint8(8, HOP_LIMIT);
    view.setUint8(9, protocol);
    header.set(from.address, 12);
    header.set(to.address, 16);
    view.setUint16(10, checksum([header]));
  } else {
    view.setUint8(0, 0x60);
    view.setUint16(4, payload.length);
    view.setUint8(6, protocol);
    view.setUint8(7, HOP_LIMIT);
    header.set(from.address, 8);
    header.set(to.address, 24);
  }
  return joined([header, payload]);
}

/** The checksum over addresses, protocol, length and segment (RFC 9293 section 3.1, RFC 8200 section 8.1). */
function transportChecksum({ from, to }: Way, protocol: number, segment: Uint8Array): number {
  const tail = new Uint8Array(8);
  const view = new DataView(tail.buffer);
  view.setUint32(0, segment.length);
  view.setUint32(4, protocol);
  return checksum([from.address, to.address, tail, segment]);
}

/** The Internet checksum (RFC 1071); only the last part may have an odd length. */
function checksum(parts: readonly Uint8Array[]): number {
  let sum = 0;
  for (const bytes of parts) {
    for (let index = 0; index < bytes.length; index += 2) {
      sum += ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
    }
  }
  while (sum > 0xffff) sum = (sum & 0xffff) + Math.floor(sum / 0x1_0000);
  return ~sum & 0xffff;
}

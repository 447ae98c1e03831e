import { join } from '../octets.ts';
import { uint32, varint } from './octets.ts';
import { QuicFormatError } from './quic-format-error.ts';
import type { QuicVersion } from './versions.ts';

/** The header of an Initial or Handshake packet, before its protection. */
export interface PacketHeader {
  readonly kind: 'initial' | 'handshake';
  readonly version: QuicVersion;
  readonly destination: Uint8Array;
  readonly source: Uint8Array;
  /** Of a Retry packet; empty without one. Only Initial packets have it. */
  readonly token: Uint8Array;
  readonly number: number;
  /** Octets of the payload, with its authentication tag. */
  readonly payloadLength: number;
}

export const NUMBER_LENGTH = 4;
const FIXED_BITS = 0xc0;
const MAX_TWO_OCTETS = 0x3fff;

/** Encodes the header; its last four octets are the packet number (RFC 9000 section 17.2). @throws QuicFormatError */
export function encodeHeader(header: PacketHeader): Uint8Array {
  const { kind, version, destination, source, token, number, payloadLength } = header;
  const first = FIXED_BITS | (version.types[kind] << 4) | (NUMBER_LENGTH - 1);
  return join(
    encodeStart(first, version.number, destination, source),
    ...(kind === 'initial' ? [varint(token.length), token] : []),
    lengthField(NUMBER_LENGTH + payloadLength),
    uint32(number),
  );
}

/** Always two octets, so that the length of a header does not depend on that of its payload. */
function lengthField(length: number): Uint8Array {
  if (length > MAX_TWO_OCTETS) throw new QuicFormatError('a packet too large to send', 'too-large');
  return Uint8Array.of(0x40 | (length >> 8), length & 0xff);
}

/**
 * A datagram of this length that any server must answer with a Version Negotiation packet, if its version is reserved (RFC
 * 9000 sections 5.2.2 and 6.1): an Initial packet in its outline, with random octets.
 */
export function encodeVersionProbe(
  version: number,
  destination: Uint8Array,
  source: Uint8Array,
  filling: Uint8Array,
): Uint8Array {
  const start = encodeStart(FIXED_BITS, version, destination, source);
  return join(start, filling.subarray(start.length));
}

function encodeStart(first: number, version: number, destination: Uint8Array, source: Uint8Array): Uint8Array {
  const ids = [Uint8Array.of(destination.length), destination, Uint8Array.of(source.length), source];
  return join(Uint8Array.of(first), uint32(version), ...ids);
}

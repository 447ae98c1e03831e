import { join } from '../octets.ts';
import { QuicFormatError } from './quic-format-error.ts';

/** Bytes, and how far they have been read. */
export interface Octets {
  readonly bytes: Uint8Array;
  offset: number;
}

export function octetsOf(bytes: Uint8Array, offset = 0): Octets {
  return { bytes, offset };
}

export function isAtEnd({ bytes, offset }: Octets): boolean {
  return offset >= bytes.length;
}

/** The only place where bounds are checked. @throws QuicFormatError */
export function take(octets: Octets, length: number): Uint8Array {
  const { bytes, offset } = octets;
  if (length > bytes.length - offset) throw new QuicFormatError('a packet ends before what it announces');
  octets.offset = offset + length;
  return bytes.subarray(offset, offset + length);
}

/** A big-endian number of `length` (1 to 4) octets. @throws QuicFormatError */
export function takeUint(octets: Octets, length: number): number {
  return take(octets, length).reduce((value, octet) => value * 256 + octet, 0);
}

/**
 * A variable-length integer (RFC 9000 section 16). Above 2^53 it is rounded: no packet that is read here contains so much.
 * @throws QuicFormatError
 */
export function takeVarint(octets: Octets): number {
  const first = takeUint(octets, 1);
  const rest = take(octets, 2 ** (first >> 6) - 1);
  return rest.reduce((value, octet) => value * 256 + octet, first & 0x3f);
}

/** The shortest encoding of a number below 2^30. @throws QuicFormatError for a larger one */
export function varint(value: number): Uint8Array {
  if (value < 0x40) return Uint8Array.of(value);
  if (value < 0x4000) return Uint8Array.of(0x40 | (value >> 8), value & 0xff);
  if (value < 0x4000_0000) return join(Uint8Array.of(0x80 | (value >>> 24)), uint32(value).subarray(1));
  throw new QuicFormatError(`${value} is larger than anything that is sent`, 'too-large');
}

export function uint32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

import { TlsFormatError } from './tls-format-error.ts';

/** Bytes, and how far they have been read. */
export interface Reader {
  readonly bytes: Uint8Array;
  offset: number;
}

export function readerOf(bytes: Uint8Array): Reader {
  return { bytes, offset: 0 };
}

export function octetsLeft({ bytes, offset }: Reader): number {
  return bytes.length - offset;
}

/** A big-endian number of `octets` (1 to 4) octets. */
export function readUint(reader: Reader, octets: number): number {
  return readOctets(reader, octets).reduce((value, octet) => value * 256 + octet, 0);
}

/** The only place where bounds are checked. */
export function readOctets(reader: Reader, length: number): Uint8Array {
  const { bytes, offset } = reader;
  if (length > bytes.length - offset) throw new TlsFormatError('a message ends before what it announces');
  reader.offset = offset + length;
  return bytes.subarray(offset, offset + length);
}

/** A variable-length vector with a length field of `octets` octets (RFC 8446 section 3.4). */
export function readVector(reader: Reader, octets: 1 | 2 | 3): Uint8Array {
  return readOctets(reader, readUint(reader, octets));
}

import { join } from '../octets.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** A big-endian number in `octets` octets. */
export function uint(value: number, octets: 1 | 2 | 3): Uint8Array {
  if (value < 0 || value >= 256 ** octets) throw new TlsFormatError(`${value} does not fit into ${octets} octets`);
  return Uint8Array.from({ length: octets }, (_, place) => Math.floor(value / 256 ** (octets - 1 - place)) % 256);
}

/** A variable-length vector with its length field (RFC 8446 section 3.4). */
export function vector(octets: 1 | 2 | 3, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = join(...parts);
  return join(uint(body.length, octets), body);
}

export function uint16s(values: readonly number[]): Uint8Array {
  return join(...values.map((value) => uint(value, 2)));
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0x7f);
}

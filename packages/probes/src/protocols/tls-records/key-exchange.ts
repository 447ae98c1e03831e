import { octetsLeft, readerOf, readUint, readVector } from './reader.ts';
import type { Suite } from './registries/suites.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** The server's ephemeral key in a ServerKeyExchange; incomplete when the message is truncated. */
export type KeyExchange =
  | { readonly kind: 'curve'; readonly group: number | null; readonly key: Uint8Array | null }
  | {
      readonly kind: 'finite-field';
      readonly bits: number;
      readonly prime: Uint8Array;
      readonly generator: Uint8Array | null;
      readonly key: Uint8Array | null;
    }
  | { readonly kind: 'rsa'; readonly bits: number }
  | { readonly kind: 'other' };

const NAMED_CURVE = 3;

/**
 * Decodes the body of a ServerKeyExchange for the selected suite (RFC 5246 section 7.4.3). Null for one that cannot be decoded,
 * since the rest of the flight is still useful.
 */
export function decodeKeyExchange(body: Uint8Array, suite: Suite | null): KeyExchange {
  try {
    return suite === null ? { kind: 'other' } : read(body, suite);
  } catch (error) {
    if (error instanceof TlsFormatError) return { kind: 'other' };
    throw error;
  }
}

function read(body: Uint8Array, suite: Suite): KeyExchange {
  const reader = readerOf(body);
  // A PSK identity hint comes first (RFC 4279).
  if (suite.name.includes('PSK')) readVector(reader, 2);
  if (/^ECDHE?$/.test(suite.keyExchange)) {
    // An explicit curve (RFC 4492 section 5.4) has no code point.
    if (readUint(reader, 1) !== NAMED_CURVE) return { kind: 'curve', group: null, key: null };
    const group = readUint(reader, 2);
    return { kind: 'curve', group, key: octetsLeft(reader) > 0 ? readVector(reader, 1) : null };
  }
  if (/^DHE?$/.test(suite.keyExchange)) {
    const prime = readVector(reader, 2);
    const rest = () => (octetsLeft(reader) > 0 ? readVector(reader, 2) : null);
    return { kind: 'finite-field', bits: bitsOf(prime), prime, generator: rest(), key: rest() };
  }
  if (suite.keyExchange === 'RSA' && suite.isExport) return { kind: 'rsa', bits: bitsOf(readVector(reader, 2)) };
  return { kind: 'other' };
}

function bitsOf(number: Uint8Array): number {
  const start = number.findIndex((octet) => octet !== 0);
  if (start < 0) return 0;
  return (number.length - start - 1) * 8 + (32 - Math.clz32(number[start] ?? 0));
}

import { constants, type KeyObject, publicEncrypt } from 'node:crypto';
import { join } from '../../../protocols/octets.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import { uint, vector } from '../../../protocols/tls-records/writer.ts';

/** Paddings of a premaster secret; the first is valid (RFC 8017 section 7.2.1: 00 02, non-zero octets, 00, the secret). */
export const paddings = [
  'valid padding',
  'a wrong prefix',
  'a misplaced zero octet',
  'no zero octet',
  'a wrong version',
] as const;
export type Padding = (typeof paddings)[number];

const CLIENT_KEY_EXCHANGE = 16;
/** RFC 5246 section 7.4.7.1: the version offered by the client, and 46 random octets. */
const SECRET_RANDOM = 46;
/** Not a version of TLS. */
const WRONG_VERSION = 0x0202;

/** A ClientKeyExchange with a premaster secret that has this padding and is encrypted with the key. */
export function clientKeyExchange(key: KeyObject, version: number, padding: Padding): Uint8Array {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const block = paddedSecret(bits, version, padding);
  const encrypted = publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block);
  // SSLv3 has no length prefix (RFC 6101 section 5.6.7.1).
  const body = version === versions.SSLv3 ? encrypted : vector(2, encrypted);
  return join(uint(CLIENT_KEY_EXCHANGE, 1), vector(3, body));
}

/** As long as the modulus, and numerically smaller. */
export function paddedSecret(modulusBits: number, version: number, padding: Padding): Uint8Array {
  const length = Math.ceil(modulusBits / 8);
  const block = withoutZeros(length);
  const secretAt = length - 2 - SECRET_RANDOM;
  block.set(uint(version, 2), secretAt);
  block.set([0, 2]);
  block[secretAt - 1] = 0;
  // With a non-zero first octet, the number is smaller than the modulus only if that fills its octets.
  if (padding === 'a wrong prefix') block.set(modulusBits % 8 === 0 ? [0x41, 0x17] : [0, 0x17]);
  if (padding === 'a misplaced zero octet') block.set([0, 0x11], secretAt - 2);
  // The version must not contain a zero octet either.
  if (padding === 'no zero octet') block[secretAt - 1] = 0x11;
  if (padding === 'a wrong version') block.set(uint(WRONG_VERSION, 2), secretAt);
  return block;
}

function withoutZeros(length: number): Uint8Array {
  const octets = crypto.getRandomValues(new Uint8Array(length));
  return octets.map((octet) => octet || 1);
}

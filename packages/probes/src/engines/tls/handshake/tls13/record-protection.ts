import { createCipheriv, createDecipheriv } from 'node:crypto';
import { join } from '../../../../protocols/octets.ts';
import { TlsFormatError } from '../../../../protocols/tls-records/tls-format-error.ts';
import { uint } from '../../../../protocols/tls-records/writer.ts';
import { orFormatError } from '../or-format-error.ts';

/** The AEAD algorithm and hash of a TLS 1.3 cipher suite (RFC 8446 appendix B.4). */
export interface Aead {
  readonly algorithm: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305' | 'aes-128-ccm';
  readonly keyLength: number;
  readonly tagLength: number;
  readonly hash: 'sha256' | 'sha384';
}

export const aeads: ReadonlyMap<number, Aead> = new Map([
  [0x1301, { algorithm: 'aes-128-gcm', keyLength: 16, tagLength: 16, hash: 'sha256' }],
  [0x1302, { algorithm: 'aes-256-gcm', keyLength: 32, tagLength: 16, hash: 'sha384' }],
  [0x1303, { algorithm: 'chacha20-poly1305', keyLength: 32, tagLength: 16, hash: 'sha256' }],
  [0x1304, { algorithm: 'aes-128-ccm', keyLength: 16, tagLength: 16, hash: 'sha256' }],
  [0x1305, { algorithm: 'aes-128-ccm', keyLength: 16, tagLength: 8, hash: 'sha256' }],
]);

/** Traffic key of one direction; it counts records for the nonce. */
export interface TrafficKey {
  readonly key: Uint8Array;
  nextNonce(): Uint8Array;
}

export const IV_LENGTH = 12;
const APPLICATION_DATA = Uint8Array.of(23, 3, 3);

export function createTrafficKey(key: Uint8Array, iv: Uint8Array): TrafficKey {
  let sequence = 0;
  return {
    key,
    nextNonce() {
      sequence += 1;
      return nonceOf(iv, sequence - 1);
    },
  };
}

/** The content of a record (RFC 8446 section 5.2). @throws TlsFormatError when it is not authentic */
export function openRecord(
  { algorithm, tagLength }: Aead,
  { key, nextNonce }: TrafficKey,
  payload: Uint8Array,
): Uint8Array {
  if (payload.length < tagLength) throw new TlsFormatError('an encrypted record without a tag');
  return orFormatError(() => {
    // Node's types accept AEAD options only for GCM names.
    const decipher = createDecipheriv(algorithm as 'aes-128-gcm', key, nextNonce(), { authTagLength: tagLength });
    // CCM needs the tag before everything else.
    decipher.setAuthTag(payload.subarray(-tagLength));
    decipher.setAAD(join(APPLICATION_DATA, uint(payload.length, 2)), { plaintextLength: payload.length - tagLength });
    return join(decipher.update(payload.subarray(0, -tagLength)), decipher.final());
  });
}

/** A record with its header. */
export function sealRecord(
  { algorithm, tagLength }: Aead,
  side: TrafficKey,
  type: number,
  content: Uint8Array,
): Uint8Array {
  const inner = join(content, uint(type, 1));
  const header = join(APPLICATION_DATA, uint(inner.length + tagLength, 2));
  const cipher = createCipheriv(algorithm as 'aes-128-gcm', side.key, side.nextNonce(), { authTagLength: tagLength });
  cipher.setAAD(header, { plaintextLength: inner.length });
  const sealed = join(cipher.update(inner), cipher.final());
  return join(header, sealed, cipher.getAuthTag());
}

/** RFC 8446 section 5.3. */
export function nonceOf(iv: Uint8Array, sequence: number): Uint8Array {
  const nonce = Uint8Array.from(iv);
  const counter = uint(sequence, 3);
  counter.forEach((octet, place) => {
    const at = IV_LENGTH - counter.length + place;
    nonce[at] = (nonce[at] ?? 0) ^ octet;
  });
  return nonce;
}

import { constants, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { join } from '../../protocols/octets.ts';
import { octetsLeft, readerOf, readUint, readVector } from '../../protocols/tls-records/reader.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { ascii } from '../../protocols/tls-records/writer.ts';
import { parseCertificate } from '../tls/certificate/parsed-certificate.ts';
import { digest, verifyDataOf } from '../tls/handshake/tls13/key-schedule.ts';

/** How a signature scheme of TLS 1.3 is verified (RFC 8446 section 4.2.3). */
interface Scheme {
  readonly keyType: 'ec' | 'rsa' | 'ed25519' | 'ed448';
  /** Null if the algorithm contains its hash. */
  readonly hash: string | null;
}

const schemes: ReadonlyMap<number, Scheme> = new Map([
  [0x0403, { keyType: 'ec', hash: 'sha256' }],
  [0x0503, { keyType: 'ec', hash: 'sha384' }],
  [0x0603, { keyType: 'ec', hash: 'sha512' }],
  [0x0804, { keyType: 'rsa', hash: 'sha256' }],
  [0x0805, { keyType: 'rsa', hash: 'sha384' }],
  [0x0806, { keyType: 'rsa', hash: 'sha512' }],
  [0x0807, { keyType: 'ed25519', hash: null }],
  [0x0808, { keyType: 'ed448', hash: null }],
]);

/** The signature schemes that a server may prove its key with; certificates may be signed with others. */
export const provableSchemes: readonly number[] = [...schemes.keys()];

const CONTEXT = 'TLS 1.3, server CertificateVerify';

/**
 * Whether a CertificateVerify message after `messages` is signed with the key of the certificate (RFC 8446 section 4.4.3).
 * @throws TlsFormatError when it cannot be read
 */
export function isSignedByServer(
  body: Uint8Array,
  hash: string,
  messages: readonly Uint8Array[],
  certificate: Uint8Array | undefined,
): boolean {
  const reader = readerOf(body);
  const scheme = schemes.get(readUint(reader, 2));
  const signature = readVector(reader, 2);
  if (octetsLeft(reader) > 0) throw new TlsFormatError('a CertificateVerify with something behind it');
  const key = certificate && parseCertificate(certificate)?.runtime?.publicKey;
  if (scheme === undefined || key === undefined || key.asymmetricKeyType !== scheme.keyType) return false;
  const signed = join(new Uint8Array(64).fill(0x20), ascii(CONTEXT), Uint8Array.of(0), digest(hash, messages));
  return isVerified(scheme, signed, key, signature);
}

function isVerified({ hash, keyType }: Scheme, signed: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  try {
    return verify(hash, signed, keyType === 'rsa' ? { key, ...pss } : key, signature);
  } catch {
    // A key that Node cannot use.
    return false;
  }
}

/** Whether a Finished message after `messages` is made with the server's secret (RFC 8446 section 4.4.4). */
export function isFinishedBy(
  body: Uint8Array,
  hash: string,
  secret: Uint8Array,
  messages: readonly Uint8Array[],
): boolean {
  const expected = verifyDataOf(hash, secret, messages);
  return body.length === expected.length && timingSafeEqual(body, expected);
}

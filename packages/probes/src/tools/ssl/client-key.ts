import {
  createECDH,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import type { KeyShare } from '../../protocols/tls-records/extensions.ts';
import { secp256r1, secp384r1, secp521r1, x448, x25519, x25519mlkem768 } from '../../protocols/tls-records/groups.ts';
import { join } from '../../protocols/tls-records/writer.ts';
import { orFormatError } from './or-format-error.ts';

/** A fresh key of ours for one group. */
export interface ClientKey {
  readonly share: KeyShare;
  /** The secret shared with the owner of a public key. @throws TlsFormatError when it is none */
  agree(serverKey: Uint8Array): Uint8Array;
}

const curves: ReadonlyMap<number, string> = new Map([
  [secp256r1, 'prime256v1'],
  [secp384r1, 'secp384r1'],
  [secp521r1, 'secp521r1'],
]);

/** The groups of a client of today that we can agree a key in: Firefox, Safari and OpenSSL offer P-521 too. */
export const currentGroups: readonly number[] = [x25519, secp256r1, secp384r1, secp521r1];

/** Every group of a single kind that we can agree a key in. */
export const agreeableGroups: readonly number[] = [...currentGroups, x448];

/** Null for a group that we cannot agree a key in: finite fields, and what the runtime does not have. */
export function createClientKey(group: number): ClientKey | null {
  if (group === x25519) return createMontgomeryKey(group, 'X25519', generateKeyPairSync('x25519'));
  if (group === x25519mlkem768) return createHybridKey();
  if (group === x448) return createMontgomeryKey(group, 'X448', generateKeyPairSync('x448'));
  const curve = curves.get(group);
  if (curve === undefined) return null;
  const pair = createECDH(curve);
  const key = pair.generateKeys();
  return { share: { group, key }, agree: (serverKey) => orFormatError(() => pair.computeSecret(serverKey)) };
}

/** RFC 7748. */
function createMontgomeryKey(group: number, crv: string, { privateKey, publicKey }: KeyPairKeyObjectResult): ClientKey {
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    share: { group, key },
    agree: (serverKey) =>
      orFormatError(() => {
        const x = Buffer.from(serverKey).toString('base64url');
        const theirs = createPublicKey({ key: { kty: 'OKP', crv, x }, format: 'jwk' });
        return diffieHellman({ privateKey, publicKey: theirs });
      }),
  };
}

/** Length of what answers a key of ML-KEM-768 (FIPS 203 section 8). */
const CIPHERTEXT_LENGTH = 1088;

/** ML-KEM-768 and X25519, one after the other: keys, answers and secrets (draft-ietf-tls-ecdhe-mlkem section 3). */
function createHybridKey(): ClientKey {
  const curve = createMontgomeryKey(x25519, 'X25519', generateKeyPairSync('x25519'));
  const { publicKey, secretKey } = ml_kem768.keygen();
  return {
    share: { group: x25519mlkem768, key: join(publicKey, curve.share.key) },
    agree: (answer) =>
      orFormatError(() => {
        const secret = ml_kem768.decapsulate(answer.subarray(0, CIPHERTEXT_LENGTH), secretKey);
        return join(secret, curve.agree(answer.subarray(CIPHERTEXT_LENGTH)));
      }),
  };
}

import {
  createECDH,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import type { KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import {
  secp256r1,
  secp384r1,
  secp521r1,
  x448,
  x25519,
  x25519mlkem768,
} from '../../../protocols/tls-records/registries/groups.ts';
import { join } from '../../../protocols/tls-records/writer.ts';
import { orFormatError } from './or-format-error.ts';

/** An ephemeral client key for one group. */
export interface ClientKey {
  readonly share: KeyShare;
  /** The secret shared with the server. @throws TlsFormatError when its key is invalid */
  agree(serverKey: Uint8Array): Uint8Array;
}

const curves: ReadonlyMap<number, string> = new Map([
  [secp256r1, 'prime256v1'],
  [secp384r1, 'secp384r1'],
  [secp521r1, 'secp521r1'],
]);

/** The groups of current clients for which we can agree on a key; Firefox, Safari and OpenSSL offer P-521 too. */
export const currentGroups: readonly number[] = [x25519, secp256r1, secp384r1, secp521r1];

/** Every group without a post-quantum part for which we can agree on a key. */
export const keyAgreementGroups: readonly number[] = [...currentGroups, x448];

/** Null for a group for which we cannot agree on a key: finite fields, and curves that the runtime lacks. */
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

/** Length of an ML-KEM-768 ciphertext (FIPS 203 section 8), which is the server's share. */
const CIPHERTEXT_LENGTH = 1088;

/** X25519MLKEM768: shares and secrets are those of ML-KEM-768 and X25519, concatenated (draft-ietf-tls-ecdhe-mlkem section 3). */
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

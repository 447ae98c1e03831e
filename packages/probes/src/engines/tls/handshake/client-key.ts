import {
  createECDH,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
// Only for Node 20, which has no ML-KEM; newer ones have it with OpenSSL 3.5.
import { ml_kem512, ml_kem768, ml_kem1024 } from '@noble/post-quantum/ml-kem.js';
import { join } from '../../../protocols/octets.ts';
import type { KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import {
  mlkem512,
  mlkem768,
  mlkem1024,
  secp256r1,
  secp256r1mlkem768,
  secp384r1,
  secp384r1mlkem1024,
  secp521r1,
  x448,
  x25519,
  x25519mlkem768,
} from '../../../protocols/tls-records/registries/groups.ts';
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

/** The hybrid groups with a NIST curve, whose share comes first (RFC 10024). Few servers accept no other group. */
const nistHybrids = new Map([
  [secp256r1mlkem768, { curve: secp256r1, pointLength: 65, kem: ml_kem768 }],
  [secp384r1mlkem1024, { curve: secp384r1, pointLength: 97, kem: ml_kem1024 }],
]);
type NistHybrid = NonNullable<ReturnType<typeof nistHybrids.get>>;

/** ML-KEM alone (draft-ietf-tls-mlkem). */
const kems = new Map([
  [mlkem512, ml_kem512],
  [mlkem768, ml_kem768],
  [mlkem1024, ml_kem1024],
]);

/** Null for a group for which we cannot agree on a key: finite fields, and curves that the runtime lacks. */
export function createClientKey(group: number): ClientKey | null {
  if (group === x25519) return createMontgomeryKey(group, 'X25519', generateKeyPairSync('x25519'));
  if (group === x25519mlkem768) return createHybridKey();
  const hybrid = nistHybrids.get(group);
  if (hybrid !== undefined) return createNistHybridKey(group, hybrid);
  const kem = kems.get(group);
  if (kem !== undefined) return createKemKey(group, kem);
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

function createNistHybridKey(group: number, { curve, pointLength, kem }: NistHybrid): ClientKey {
  const own = createClientKey(curve);
  if (own === null) throw new Error(`no key for group ${curve}`);
  const { publicKey, secretKey } = kem.keygen();
  return {
    share: { group, key: join(own.share.key, publicKey) },
    agree: (answer) =>
      orFormatError(() => {
        const secret = kem.decapsulate(answer.subarray(pointLength), secretKey);
        return join(own.agree(answer.subarray(0, pointLength)), secret);
      }),
  };
}

function createKemKey(group: number, kem: typeof ml_kem768): ClientKey {
  const { publicKey, secretKey } = kem.keygen();
  return {
    share: { group, key: publicKey },
    agree: (answer) => orFormatError(() => kem.decapsulate(answer, secretKey)),
  };
}

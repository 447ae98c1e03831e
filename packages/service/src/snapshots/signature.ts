import { createPublicKey, verify } from 'node:crypto';
import type { SignatureState, Snapshot, UnsignedSnapshot } from '@sonde/contract/snapshots/snapshot';
import { canonicalJson } from './canonical-json.ts';
import { publicKeyOf, type SigningKey } from './signing-key.ts';

/** @throws Error for a value that canonical JSON cannot represent (RFC 8785, section 3.2.2.2). */
export function signSnapshot(unsigned: UnsignedSnapshot, key: SigningKey): Snapshot {
  const value = key.sign(canonicalJson(unsigned));
  return { ...unsigned, signature: { algorithm: 'Ed25519', keyId: key.publicKey.kid, value } };
}

/**
 * Checks the signature of a snapshot with the public key that it names.
 * @param snapshot with every member as it was read: members dropped by a schema would make the signature invalid.
 * @param keys members `x` of Ed25519 keys (RFC 8037); anything else is ignored.
 */
export function checkSignature(
  snapshot: Pick<Snapshot, 'signature'> & object,
  keys: readonly { readonly x: string }[],
): SignatureState {
  const { signature, ...unsigned } = snapshot;
  const key = keys.map(({ x }) => publicKeyOf(x)).find(({ kid }) => kid === signature.keyId);
  if (key === undefined) return 'unknown-key';
  if (signature.algorithm !== 'Ed25519') return 'invalid';
  try {
    const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' });
    const value = Buffer.from(signature.value, 'base64url');
    const isCanonical = value.toString('base64url') === signature.value;
    return isCanonical && verify(null, Buffer.from(canonicalJson(unsigned)), publicKey, value) ? 'valid' : 'invalid';
  } catch {
    // Not a key, or content that no server can have signed.
    return 'invalid';
  }
}

import { createHash, createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { rsaParts } from '../../protocols/dnssec/algorithms.ts';
import type { Digest } from '../../protocols/dnssec/digests.ts';
import type { Sha1 } from '../../protocols/dnssec/nsec3.ts';
import type { Verify } from '../../protocols/dnssec/signatures.ts';

const digestNames: Readonly<Record<number, string>> = { 1: 'sha1', 2: 'sha256', 4: 'sha384' };

/** DS digests (IANA DS digest types 1, 2 and 4). */
export const digest: Digest = (type, data) => {
  const name = digestNames[type];
  return name === undefined ? null : createHash(name).update(data).digest();
};

export const sha1: Sha1 = (data) => createHash('sha1').update(data).digest();

/** RFC 3110 allows longer ones, but the time of a verification grows with the length. */
const MAX_MODULUS_OCTETS = 512;
const MAX_EXPONENT_OCTETS = 8;

const rsaHashes: Readonly<Record<number, string>> = { 5: 'sha1', 7: 'sha1', 8: 'sha256', 10: 'sha512' };
const ecCurves: Readonly<Record<number, { readonly name: string; readonly octets: number; readonly hash: string }>> = {
  13: { name: 'P-256', octets: 32, hash: 'sha256' },
  14: { name: 'P-384', octets: 48, hash: 'sha384' },
};
const edwardsCurves: Readonly<Record<number, { readonly name: string; readonly octets: number }>> = {
  15: { name: 'Ed25519', octets: 32 },
  16: { name: 'Ed448', octets: 57 },
};

/** Verifies a signature with OpenSSL: RSA (RFC 3110, 5702), ECDSA (RFC 6605), EdDSA (RFC 8080). */
export const verify: Verify = (algorithm, publicKey, data, signature) => {
  try {
    const key = keyOf(algorithm, publicKey);
    if (key === null) return null;
    const hash = rsaHashes[algorithm] ?? ecCurves[algorithm]?.hash ?? null;
    return verifySignature(hash, data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    // OpenSSL rejects the key: a point that is not on its curve, or an unsupported modulus.
    return null;
  }
};

function keyOf(algorithm: number, publicKey: Uint8Array): KeyObject | null {
  if (algorithm in rsaHashes) return rsaKey(publicKey);
  const curve = ecCurves[algorithm];
  if (curve !== undefined) {
    if (publicKey.length !== 2 * curve.octets) return null;
    const [x, y] = [publicKey.subarray(0, curve.octets), publicKey.subarray(curve.octets)];
    return fromJwk({ kty: 'EC', crv: curve.name, x: base64url(x), y: base64url(y) });
  }
  const edwards = edwardsCurves[algorithm];
  if (edwards === undefined || publicKey.length !== edwards.octets) return null;
  return fromJwk({ kty: 'OKP', crv: edwards.name, x: base64url(publicKey) });
}

function rsaKey(publicKey: Uint8Array): KeyObject | null {
  const parts = rsaParts(publicKey);
  if (parts === null || parts.modulus.length > MAX_MODULUS_OCTETS || parts.exponent.length > MAX_EXPONENT_OCTETS) {
    return null;
  }
  return fromJwk({ kty: 'RSA', n: base64url(parts.modulus), e: base64url(parts.exponent) });
}

function fromJwk(key: Readonly<Record<string, string>>): KeyObject {
  return createPublicKey({ key, format: 'jwk' });
}

function base64url(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64url');
}

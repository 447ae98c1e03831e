import { constants, verify } from 'node:crypto';
import type { SignatureAlgorithm } from '@sonde/contract/x509/certificate';
import type { ParsedCertificate } from './parsed-certificate.ts';

/** A signed object: an OCSP response or a revocation list. */
export interface Signed {
  readonly signed: Uint8Array;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Uint8Array;
}

/** Whether the signature was made with the signer's key. */
export function isSignatureOf({ signed, signature, signatureAlgorithm }: Signed, signer: ParsedCertificate): boolean {
  const key = signer.runtime?.publicKey;
  if (key === undefined) return false;
  const { name, hash } = signatureAlgorithm;
  const digest = hash === null ? null : hash.replace('-', '').toLowerCase();
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  try {
    return verify(digest, signed, { key, ...(name === 'rsassaPss' ? pss : {}) }, signature);
  } catch {
    // The key does not match the signature algorithm.
    return false;
  }
}

import { constants, createHash, verify } from 'node:crypto';
import { decodeOcspResponse, type OcspResponse, type SingleResponse } from '../../../protocols/x509/ocsp.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';
import { isSignedBy, type Member, readMember } from './member.ts';
import { utcText } from './utc-text.ts';

/** What a stapled response says, and what that is worth. */
export interface StapleVerdict {
  /** `invalid` for one that is not about this certificate, not fresh, or not signed by who may. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'invalid';
  readonly evidence: string;
  /** Certificate timestamps in it (RFC 6962 section 3.3). */
  readonly timestamps: number;
}

/** A response brings its signer's certificate, and now and then those above it. */
const MAX_DELEGATES = 5;
/** Clocks differ. */
const TOLERANCE_MS = 5 * 60_000;
const nameHashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Judges a stapled response (RFC 6960 section 3.2) about the leaf; `issuer` is who signed that, null when unknown.
 */
export function judgeStaple(staple: Uint8Array, leaf: Member, issuer: Member | null, now: Date): StapleVerdict {
  const invalid = (why: string): StapleVerdict => ({
    status: 'invalid',
    evidence: `The stapled response ${why}.`,
    timestamps: 0,
  });
  const response = decode(staple);
  if (response === 'broken') return invalid('is no OCSP response');
  if (response === null) return invalid('says only that the responder had no answer');
  if (issuer === null) return invalid('cannot be checked without the issuer of the certificate');
  const answer = response.responses.find((one) => isAbout(one, leaf, issuer));
  if (answer === undefined) return invalid('is about another certificate');
  if (!isFresh(answer, now)) return invalid('is not of this time');
  if (!isSignedByResponder(response, issuer, now)) return invalid('is not signed by the issuer or a responder of its');
  return { status: answer.status, evidence: saying(answer), timestamps: answer.timestamps?.length ?? 0 };
}

function decode(staple: Uint8Array): OcspResponse | null | 'broken' {
  try {
    return decodeOcspResponse(staple);
  } catch (error) {
    if (error instanceof X509FormatError) return 'broken';
    throw error;
  }
}

function saying({ status, revokedAt, thisUpdate }: SingleResponse): string {
  const when = thisUpdate ? utcText(thisUpdate) : 'an unknown time';
  if (status !== 'revoked') return `The stapled response of ${when} says: ${status}.`;
  return `The stapled response of ${when} says: revoked on ${revokedAt ? utcText(revokedAt) : 'an unknown day'}.`;
}

function isAbout(answer: SingleResponse, leaf: Member, issuer: Member): boolean {
  const algorithm = nameHashes[answer.hashAlgorithm];
  if (algorithm === undefined) return false;
  const digest = (bytes: Uint8Array) => createHash(algorithm).update(bytes).digest();
  return (
    Buffer.compare(answer.serialNumber, leaf.x509.serialNumber) === 0 &&
    digest(leaf.x509.issuer.der).equals(answer.issuerNameHash) &&
    digest(issuer.x509.publicKey.keyBytes).equals(answer.issuerKeyHash)
  );
}

function isFresh({ thisUpdate, nextUpdate }: SingleResponse, now: Date): boolean {
  if (thisUpdate === null || thisUpdate.getTime() > now.getTime() + TOLERANCE_MS) return false;
  return nextUpdate === null || nextUpdate.getTime() > now.getTime() - TOLERANCE_MS;
}

/** The issuer itself, or somebody whom it has certified for this (RFC 6960 section 4.2.2.2). */
function isSignedByResponder(response: OcspResponse, issuer: Member, now: Date): boolean {
  if (isSignatureOf(response, issuer)) return true;
  return response.certificates.slice(0, MAX_DELEGATES).some((der) => {
    const delegate = readMember(der);
    return delegate !== null && mayAnswer(delegate, issuer, now) && isSignatureOf(response, delegate);
  });
}

function mayAnswer(delegate: Member, issuer: Member, now: Date): boolean {
  const { notBefore, notAfter, extensions } = delegate.x509;
  const isValid = notBefore !== null && notAfter !== null && notBefore <= now && now <= notAfter;
  return isValid && (extensions.extendedKeyUsage?.includes('OCSPSigning') ?? false) && isSignedBy(delegate, issuer);
}

function isSignatureOf({ signed, signature, signatureAlgorithm }: OcspResponse, signer: Member): boolean {
  const key = signer.runtime?.publicKey;
  if (key === undefined) return false;
  const { name, hash } = signatureAlgorithm;
  const digest = hash === null ? null : hash.replace('-', '').toLowerCase();
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
  try {
    return verify(digest, signed, { key, ...(name === 'rsassaPss' ? pss : {}) }, signature);
  } catch {
    // Another kind of key than the signature's.
    return false;
  }
}

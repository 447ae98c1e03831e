import { createHash } from 'node:crypto';
import type { StapleProblem } from '@sonde/contract';
import type { SignedCertificateTimestamp } from '@sonde/contract/x509/scts';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import {
  decodeOcspResponse,
  type OcspError,
  type OcspResponse,
  type SingleResponse,
} from '../../../protocols/x509/revocation/ocsp.ts';
import { isFresh, type UpdatePeriod } from './freshness.ts';
import { isSignedBy, type ParsedCertificate, parseCertificate } from './parsed-certificate.ts';
import { isSignatureOf } from './signature-of.ts';
import { utcText } from './utc-text.ts';

/** The verified status in an OCSP response; or why the response is invalid, as the end of a sentence. */
export type OcspJudgement =
  | { readonly status: 'invalid'; readonly problem: StapleProblem['name']; readonly why: string }
  | (Pick<SingleResponse, 'status' | 'revokedAt' | 'thisUpdate' | 'nextUpdate'> & {
      /** Signed certificate timestamps in the response (RFC 6962 section 3.3). */
      readonly timestamps: readonly SignedCertificateTimestamp[];
    });

/** A response includes the certificate of its signer, sometimes with those above it. */
const MAX_DELEGATES = 5;
const nameHashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Judges a stapled or fetched response about `subject` (RFC 6960 section 3.2), which `issuer` has signed (null when unknown).
 * Whether the certificate of an authorized responder is itself revoked is not checked.
 */
export function judgeOcsp(
  der: Uint8Array,
  subject: ParsedCertificate,
  issuer: ParsedCertificate | null,
  now: Date,
): OcspJudgement {
  const invalid = (problem: StapleProblem['name'], why: string): OcspJudgement => ({ status: 'invalid', problem, why });
  const response = decode(der);
  if (response === 'broken') return invalid('malformed', 'is not an OCSP response');
  if ('responderError' in response) {
    return invalid('responder_error', `has no status, but the error ${response.responderError} of the responder`);
  }
  if (issuer === null) return invalid('issuer_unknown', 'cannot be checked without the issuer of the certificate');
  const answer = response.responses.find((one) => isAbout(one, subject, issuer));
  if (answer === undefined) return invalid('other_certificate', 'is about another certificate');
  if (!isFresh(answer, now)) return invalid('out_of_date', periodText(answer, now));
  if (!isSignedByResponder(response, issuer, now))
    return invalid('wrong_signature', 'is not signed by the issuer or its authorized responder');
  const { status, revokedAt, thisUpdate, nextUpdate } = answer;
  return { status, revokedAt, thisUpdate, nextUpdate, timestamps: answer.timestamps ?? [] };
}

function periodText({ thisUpdate, nextUpdate }: UpdatePeriod, now: Date): string {
  if (thisUpdate === null) return 'has no valid time';
  if (thisUpdate > now) return `is valid only from ${utcText(thisUpdate)} on`;
  return nextUpdate === null
    ? `is from ${utcText(thisUpdate)}, and does not say how long it is valid`
    : `was valid until ${utcText(nextUpdate)}`;
}

function decode(der: Uint8Array): OcspResponse | OcspError | 'broken' {
  try {
    return decodeOcspResponse(der);
  } catch (error) {
    if (error instanceof X509FormatError) return 'broken';
    throw error;
  }
}

function isAbout(answer: SingleResponse, subject: ParsedCertificate, issuer: ParsedCertificate): boolean {
  const algorithm = nameHashes[answer.hashAlgorithm];
  if (algorithm === undefined) return false;
  const digest = (bytes: Uint8Array) => createHash(algorithm).update(bytes).digest();
  return (
    Buffer.compare(answer.serialNumber, subject.x509.serialNumber) === 0 &&
    digest(subject.x509.issuer.der).equals(answer.issuerNameHash) &&
    digest(issuer.x509.publicKey.keyBytes).equals(answer.issuerKeyHash)
  );
}

/** The issuer itself, or a responder that it has authorized (RFC 6960 section 4.2.2.2). */
function isSignedByResponder(response: OcspResponse, issuer: ParsedCertificate, now: Date): boolean {
  if (isSignatureOf(response, issuer)) return true;
  return response.certificates.slice(0, MAX_DELEGATES).some((der) => {
    const delegate = parseCertificate(der);
    return delegate !== null && mayAnswer(delegate, issuer, now) && isSignatureOf(response, delegate);
  });
}

function mayAnswer(delegate: ParsedCertificate, issuer: ParsedCertificate, now: Date): boolean {
  const { notBefore, notAfter, extensions } = delegate.x509;
  const isValid = notBefore !== null && notAfter !== null && notBefore <= now && now <= notAfter;
  return isValid && (extensions.extendedKeyUsage?.includes('OCSPSigning') ?? false) && isSignedBy(delegate, issuer);
}

import { isSelfSigned, type ParsedCertificate } from './parsed-certificate.ts';
import { type CertificateProblem, shortened } from './reasons.ts';
import { utcText } from './utc-text.ts';
import { weaknessOfRsaKey } from './weak-rsa-keys.ts';

/** The position of a certificate in its path. */
export interface PlaceInPath {
  readonly isLeaf: boolean;
  readonly isAnchor: boolean;
}

/** Minimum for a security strength of 112 bits (NIST SP 800-57). */
const MIN_RSA_BITS = 2048;
const MIN_CURVE_BITS = 224;
const WEAK_HASHES = ['MD2', 'MD4', 'MD5', 'SHA-1'];
const NAMELESS = 'a certificate without a subject name';

/** The problems of one certificate, regardless of the others in its path. */
export function certificateProblems(member: ParsedCertificate, position: PlaceInPath, now: Date): CertificateProblem[] {
  return [
    ...dateProblems(member, now),
    ...keyProblems(member),
    ...(position.isAnchor ? [] : weakRsaProblems(member)),
    // The signature of a root is never relied on, whether it is trusted or not. A certificate that an authority has issued to
    // itself for another key is no root.
    ...(position.isAnchor || (!position.isLeaf && isSelfSigned(member)) ? [] : signatureProblems(member)),
    ...(position.isLeaf ? leafUsageProblems(member, position) : []),
    ...extensionProblems(member),
  ];
}

export function nameOf({ x509 }: ParsedCertificate): string {
  return shortened(x509.subject.text) || NAMELESS;
}

function dateProblems(member: ParsedCertificate, now: Date): CertificateProblem[] {
  const { notBefore, notAfter } = member.x509;
  const name = nameOf(member);
  if (notBefore === null || notAfter === null) {
    return [{ name: 'expired', evidence: `${name} has an invalid validity period.` }];
  }
  if (now > notAfter) return [{ name: 'expired', evidence: `${name} expired on ${utcText(notAfter)}.` }];
  if (now >= notBefore) return [];
  return [{ name: 'not_yet_valid', evidence: `${name} is valid from ${utcText(notBefore)}.` }];
}

function keyProblems(member: ParsedCertificate): CertificateProblem[] {
  const { type, bits, curve } = member.x509.publicKey;
  const least = type === 'EC' ? MIN_CURVE_BITS : MIN_RSA_BITS;
  const isSized = ['RSA', 'RSA-PSS', 'DSA', 'EC'].includes(type);
  if (!isSized || bits === null || bits >= least) return [];
  const size = curve === null ? `${bits} bits` : `${bits} bits (${curve})`;
  return [
    { name: 'weak_key', evidence: `The ${type} key of ${nameOf(member)} has ${size}; at least ${least} are required.` },
  ];
}

const weaknesses = {
  ROCA: 'was made by a faulty library whose keys can be computed (ROCA, CVE-2017-15361)',
  'close primes': 'is the product of two close primes, which are found within seconds (CVE-2022-26320)',
} as const;

function weakRsaProblems(member: ParsedCertificate): CertificateProblem[] {
  const { type, keyBytes } = member.x509.publicKey;
  const weakness = type === 'RSA' || type === 'RSA-PSS' ? weaknessOfRsaKey(keyBytes) : null;
  if (weakness === null) return [];
  return [{ name: 'weak_key', evidence: `The RSA key of ${nameOf(member)} ${weaknesses[weakness]}.` }];
}

function signatureProblems(member: ParsedCertificate): CertificateProblem[] {
  const { name, hash } = member.x509.signatureAlgorithm;
  if (hash === null || !WEAK_HASHES.includes(hash)) return [];
  return [{ name: 'weak_signature', evidence: `${nameOf(member)} is signed with ${name} (${hash}).` }];
}

/** Key usage and extended key usage of a TLS server (RFC 5280 sections 4.2.1.3 and 4.2.1.12). */
function leafUsageProblems(member: ParsedCertificate, { isAnchor }: PlaceInPath): CertificateProblem[] {
  const { keyUsage, extendedKeyUsage, basicConstraints } = member.x509.extensions;
  const problems: CertificateProblem[] = [];
  if (!allowsServers(extendedKeyUsage)) {
    const purposes = extendedKeyUsage?.join(', ') || 'nothing';
    problems.push({
      name: 'wrong_usage',
      evidence: extendedKeyUsage?.includes(ANY)
        ? `${nameOf(member)} is for any purpose (anyExtendedKeyUsage) instead of TLS servers (serverAuth): Chrome and Java accept that, Firefox and OpenSSL refuse it.`
        : `${nameOf(member)} may be used for ${shortened(purposes)}, but not for TLS servers.`,
    });
  }
  // A self-signed certificate that nobody trusts has a graver problem.
  if (basicConstraints?.isAuthority && (isAnchor || !isSelfSigned(member))) {
    const evidence = `${nameOf(member)} is the certificate of an authority (CA:TRUE): Firefox refuses it as that of a server; Chrome, OpenSSL and Java accept it.`;
    problems.push({ name: 'ca_certificate', evidence });
  }
  const uses = ['digitalSignature', 'keyEncipherment', 'keyAgreement'];
  if (keyUsage !== null && !keyUsage.some((use) => uses.includes(use))) {
    const allowed = keyUsage.join(', ') || 'nothing';
    problems.push({ name: 'wrong_usage', evidence: `The key of ${nameOf(member)} may only be used for ${allowed}.` });
  }
  return problems;
}

const ANY = 'anyExtendedKeyUsage';

/** Firefox and OpenSSL take only serverAuth, which public certificates must have (Baseline Requirements, 7.1.2.7.10). */
export function allowsServers(extendedKeyUsage: readonly string[] | null): boolean {
  return extendedKeyUsage === null || extendedKeyUsage.includes('serverAuth');
}

/** Unrecognized critical extensions and malformed ones must be rejected (RFC 5280 section 4.2). */
function extensionProblems(member: ParsedCertificate): CertificateProblem[] {
  const { unknownCritical, malformed } = member.x509.extensions;
  const name = nameOf(member);
  const problems: CertificateProblem[] = [];
  if (unknownCritical[0] !== undefined) {
    const evidence = `${name} has the critical extension ${unknownCritical[0]}, which is not supported here.`;
    problems.push({ name: 'unknown_extension', evidence });
  }
  if (malformed[0] !== undefined) {
    problems.push({ name: 'malformed_extension', evidence: `The extension ${malformed[0]} of ${name} is malformed.` });
  }
  return problems;
}

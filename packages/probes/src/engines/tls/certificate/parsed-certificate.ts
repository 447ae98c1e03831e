import { createHash, X509Certificate } from 'node:crypto';
import { decodeCertificate, type X509 } from '@sonde/contract/x509/certificate';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';

/** A parsed certificate, with the objects needed to verify signatures. */
export interface ParsedCertificate {
  readonly x509: X509;
  /** Node's object, which verifies signatures; null when Node cannot parse the certificate. */
  readonly runtime: X509Certificate | null;
  /** SHA-256 fingerprint, upper-case hex with colons. */
  readonly fingerprint: string;
}

/** Null for octets that are not a certificate. */
export function parseCertificate(der: Uint8Array): ParsedCertificate | null {
  const x509 = readableX509(der);
  return x509 && { x509, runtime: runtimeCertificate(der), fingerprint: fingerprintOf('sha256', der) };
}

/** The fields of a certificate alone; null for octets that are none. */
export function readableX509(der: Uint8Array): X509 | null {
  try {
    return decodeCertificate(der);
  } catch (error) {
    if (error instanceof X509FormatError) return null;
    throw error;
  }
}

function runtimeCertificate(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

export function fingerprintOf(algorithm: 'sha1' | 'sha256', bytes: Uint8Array): string {
  return colonHex(createHash(algorithm).update(bytes).digest());
}

/** A serial number in hex, without the leading zero octet that only marks it as positive (X.690 section 8.3). */
export function serialText(content: Uint8Array): string {
  const [first, second = 0] = content;
  return colonHex(first === 0 && second >= 0x80 ? content.subarray(1) : content);
}

/** Upper-case hex with colons. */
function colonHex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

/**
 * Equal for names that differ only in case and spaces (RFC 5280 section 7.1), since an issuer may encode its name with a
 * different string type than its own certificate does.
 */
export function nameKey({ text }: { readonly text: string }): string {
  return text.toLowerCase().replace(/ +/g, ' ');
}

/** Whether the certificate is signed with this key. */
export function isSignedBy(member: ParsedCertificate, issuer: ParsedCertificate): boolean {
  if (member.runtime === null || issuer.runtime === null) return false;
  try {
    return member.runtime.verify(issuer.runtime.publicKey);
  } catch {
    // A key that Node cannot use, or that does not match the signature algorithm.
    return false;
  }
}

/** Whether the certificate names itself as its issuer. */
export function isSelfIssued({ x509 }: ParsedCertificate): boolean {
  return nameKey(x509.issuer) === nameKey(x509.subject);
}

/** Whether the certificate is signed with its own key. */
export function isSelfSigned(member: ParsedCertificate): boolean {
  return isSelfIssued(member) && isSignedBy(member, member);
}

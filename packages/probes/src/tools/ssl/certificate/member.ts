import { createHash, X509Certificate } from 'node:crypto';
import { decodeCertificate, type X509 } from '../../../protocols/x509/certificate.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';

/** A certificate of which something is made: a link of a chain. */
export interface Member {
  readonly x509: X509;
  /** What verifies signatures; null for a certificate that the runtime cannot read. */
  readonly runtime: X509Certificate | null;
  /** SHA-256 of the whole, upper-case hex with colons. */
  readonly fingerprint: string;
}

/** Null for octets that are no certificate. */
export function readMember(der: Uint8Array): Member | null {
  try {
    return {
      x509: decodeCertificate(der),
      runtime: runtimeCertificate(der),
      fingerprint: fingerprintOf('sha256', der),
    };
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

/** A serial number in hex: an octet of zeros that only says that it is positive (X.690 section 8.3) is no part of it. */
export function serialText(content: Uint8Array): string {
  const [first, second = 0] = content;
  return colonHex(first === 0 && second >= 0x80 ? content.subarray(1) : content);
}

/** Upper-case hex with colons. */
function colonHex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':');
}

/**
 * Names are the same when they are spelled the same but for case and spaces (RFC 5280 section 7.1): an issuer may have
 * encoded its name in another kind of string than its own certificate has.
 */
export function nameKey({ text }: { readonly text: string }): string {
  return text.toLowerCase().replace(/ +/g, ' ');
}

/** Whether the certificate is signed with this key. */
export function isSignedBy(member: Member, issuer: Member): boolean {
  if (member.runtime === null || issuer.runtime === null) return false;
  try {
    return member.runtime.verify(issuer.runtime.publicKey);
  } catch {
    // A key that the runtime cannot use, or another kind of key than the signature's.
    return false;
  }
}

/** Whether it names itself as its issuer. */
export function isSelfIssued({ x509 }: Member): boolean {
  return nameKey(x509.issuer) === nameKey(x509.subject);
}

/** Whether it is signed with its own key. */
export function isSelfSigned(member: Member): boolean {
  return isSelfIssued(member) && isSignedBy(member, member);
}

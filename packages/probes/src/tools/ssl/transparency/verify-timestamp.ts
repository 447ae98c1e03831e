import { createHash, type KeyObject, verify } from 'node:crypto';
import type { SignedCertificateTimestamp } from '@sonde/contract/x509/scts';
import { X509FormatError } from '@sonde/contract/x509/x509-format-error';
import type { ParsedCertificate } from '../../../engines/tls/certificate/parsed-certificate.ts';
import { join } from '../../../protocols/octets.ts';
import { uint, vector } from '../../../protocols/tls-records/writer.ts';
import { bodyWithoutTimestamps } from '../../../protocols/x509/precertificate.ts';

/** The entry that a timestamp covers: the certificate, or its precertificate (RFC 6962 section 3.1). */
export type LogEntry = Uint8Array;

const X509_ENTRY = 0;
const PRECERTIFICATE_ENTRY = 1;
const SHA_256 = 4;
/** Key types by signature algorithm number (RFC 5246 section 7.4.1.4.1). */
const keyKinds: Readonly<Record<number, string>> = { 1: 'rsa', 3: 'ec' };

/** The entry for timestamps from the handshake or the stapled response. */
export function wholeEntry(leaf: ParsedCertificate): LogEntry {
  return join(uint(X509_ENTRY, 2), vector(3, leaf.x509.der));
}

/** The entry for embedded timestamps: hash of the issuer's key, and the TBSCertificate without the timestamps. */
export function embeddedEntry(leaf: ParsedCertificate, issuer: ParsedCertificate): LogEntry | null {
  try {
    const issuerKeyHash = createHash('sha256').update(issuer.x509.publicKey.der).digest();
    return join(uint(PRECERTIFICATE_ENTRY, 2), issuerKeyHash, vector(3, bodyWithoutTimestamps(leaf.x509.der)));
  } catch (error) {
    if (error instanceof X509FormatError) return null;
    throw error;
  }
}

/** Whether the signature verifies with the log's key (RFC 6962 section 3.2); null for an unsupported algorithm. */
export function isSignedByLog(timestamp: SignedCertificateTimestamp, entry: LogEntry, key: KeyObject): boolean | null {
  const { signed, timeOctets } = timestamp;
  // Logs use ECDSA or RSA with SHA-256 only (RFC 6962 section 2.1.4).
  if (signed === null || signed.hash !== SHA_256 || keyKinds[signed.algorithm] !== key.asymmetricKeyType) return null;
  // Version v1 and signature type certificate_timestamp, both 0.
  const input = join(uint(0, 2), timeOctets, entry, vector(2, signed.extensions));
  try {
    return verify('sha256', input, key, signed.signature);
  } catch {
    // The signature is malformed.
    return false;
  }
}

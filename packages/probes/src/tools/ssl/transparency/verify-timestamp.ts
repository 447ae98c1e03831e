import { createHash, type KeyObject, verify } from 'node:crypto';
import { join, uint, vector } from '../../../protocols/tls-records/writer.ts';
import { bodyWithoutTimestamps } from '../../../protocols/x509/precertificate.ts';
import type { SignedCertificateTimestamp } from '../../../protocols/x509/scts.ts';
import { X509FormatError } from '../../../protocols/x509/x509-format-error.ts';
import type { Member } from '../certificate/member.ts';

/** What a log has signed beside the time: the certificate itself, or what it saw of it before it was issued. */
export type LogEntry = Uint8Array;

const X509_ENTRY = 0;
const PRECERTIFICATE_ENTRY = 1;
const SHA_256 = 4;
/** By the number that a signature names: what kind of key makes it. */
const keyKinds: Readonly<Record<number, string>> = { 1: 'rsa', 3: 'ec' };

/** The entry of a certificate whose timestamp comes beside it, in the handshake or the stapled response. */
export function wholeEntry(leaf: Member): LogEntry {
  return join(uint(X509_ENTRY, 2), vector(3, leaf.x509.der));
}

/** The entry of a certificate that holds its timestamp: the issuer's key, and the body without the timestamps. */
export function embeddedEntry(leaf: Member, issuer: Member): LogEntry | null {
  try {
    const issuerKeyHash = createHash('sha256').update(issuer.x509.publicKey.der).digest();
    return join(uint(PRECERTIFICATE_ENTRY, 2), issuerKeyHash, vector(3, bodyWithoutTimestamps(leaf.x509.der)));
  } catch (error) {
    if (error instanceof X509FormatError) return null;
    throw error;
  }
}

/** Whether the log's key has signed the entry at that time (RFC 6962 section 3.2); null for a signature of an unknown kind. */
export function isSignedByLog(timestamp: SignedCertificateTimestamp, entry: LogEntry, key: KeyObject): boolean | null {
  const { signed, timeOctets } = timestamp;
  // RFC 6962 section 2.1.4: nothing else is allowed.
  if (signed === null || signed.hash !== SHA_256 || keyKinds[signed.algorithm] !== key.asymmetricKeyType) return null;
  // Version 1, and certificate_timestamp: both are 0.
  const input = join(uint(0, 2), timeOctets, entry, vector(2, signed.extensions));
  try {
    return verify('sha256', input, key, signed.signature);
  } catch {
    // A signature that is no such structure.
    return false;
  }
}

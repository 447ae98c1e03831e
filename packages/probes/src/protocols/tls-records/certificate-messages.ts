import { octetsLeft, readerOf, readUint, readVector } from './reader.ts';
import { TlsFormatError } from './tls-format-error.ts';

const MAX_CERTIFICATES = 100;
const OCSP = 1;

/** The certificates of TLS 1.2 and older as DER, in the order sent. @throws TlsFormatError */
export function decodeCertificates(body: Uint8Array): Uint8Array[] {
  const reader = readerOf(readVector(readerOf(body), 3));
  const certificates: Uint8Array[] = [];
  while (octetsLeft(reader) > 0) {
    if (certificates.length === MAX_CERTIFICATES) throw new TlsFormatError('too many certificates', 'too_large');
    certificates.push(readVector(reader, 3));
  }
  return certificates;
}

/** A stapled OCSP response as DER (RFC 6066 section 8); null for another kind. @throws TlsFormatError */
export function decodeCertificateStatus(body: Uint8Array): Uint8Array | null {
  const reader = readerOf(body);
  return readUint(reader, 1) === OCSP ? readVector(reader, 3) : null;
}

import { extensions } from './extensions.ts';
import { octetsLeft, readerOf, readUint, readVector } from './reader.ts';
import { readExtensions, timestampsIn } from './server-hello.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** As many small ones as the limit of bytes allows. */
const MAX_CERTIFICATES = 500;
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

/** What a Certificate message of TLS 1.3 holds (RFC 8446 section 4.4.2). */
export interface CertificateMessage {
  readonly certificates: readonly Uint8Array[];
  /** Stapled to the first certificate. */
  readonly ocspResponse: Uint8Array | null;
  /** Those that came with it (RFC 6962 section 3.3.1). */
  readonly timestamps: readonly Uint8Array[];
}

/** The body of a Certificate of TLS 1.3. @throws TlsFormatError */
export function decodeCertificates13(body: Uint8Array): CertificateMessage {
  const reader = readerOf(body);
  readVector(reader, 1);
  const list = readerOf(readVector(reader, 3));
  const certificates: Uint8Array[] = [];
  let first = new Map<number, Uint8Array>();
  while (octetsLeft(list) > 0) {
    if (certificates.length === MAX_CERTIFICATES) throw new TlsFormatError('too many certificates', 'too_large');
    certificates.push(readVector(list, 3));
    const found = readExtensions(readVector(list, 2));
    if (certificates.length === 1) first = found;
  }
  const status = first.get(extensions.statusRequest);
  return {
    certificates,
    ocspResponse: status === undefined ? null : decodeCertificateStatus(status),
    timestamps: timestampsIn(first.get(extensions.timestamps)),
  };
}

/** What a CompressedCertificate of TLS 1.3 holds (RFC 8879 section 4). */
export interface CompressedCertificate {
  /** RFC 8879 section 7.3: 1 is zlib, 2 is Brotli. */
  readonly algorithm: number;
  /** Of the body of the Certificate in it, as it says. */
  readonly length: number;
  readonly compressed: Uint8Array;
}

/** The body of a CompressedCertificate. @throws TlsFormatError */
export function decodeCompressedCertificate(body: Uint8Array): CompressedCertificate {
  const reader = readerOf(body);
  return { algorithm: readUint(reader, 2), length: readUint(reader, 3), compressed: readVector(reader, 3) };
}

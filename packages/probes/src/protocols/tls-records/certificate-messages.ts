import { extensions } from './hello/extensions.ts';
import { readExtensions, timestampsIn } from './hello/server-hello.ts';
import { octetsLeft, readerOf, readUint, readVector } from './reader.ts';
import { TlsFormatError } from './tls-format-error.ts';

const MAX_CERTIFICATES = 500;
const OCSP = 1;

/** Decodes a Certificate message up to TLS 1.2 to DER certificates, in the order in which they were sent. @throws TlsFormatError */
export function decodeCertificates(body: Uint8Array): Uint8Array[] {
  const reader = readerOf(readVector(readerOf(body), 3));
  const certificates: Uint8Array[] = [];
  while (octetsLeft(reader) > 0) {
    if (certificates.length === MAX_CERTIFICATES) throw new TlsFormatError('too many certificates', 'too-large');
    certificates.push(readVector(reader, 3));
  }
  return certificates;
}

/** Decodes a CertificateStatus message to a DER OCSP response (RFC 6066 section 8); null for another status type. @throws TlsFormatError */
export function decodeCertificateStatus(body: Uint8Array): Uint8Array | null {
  const reader = readerOf(body);
  return readUint(reader, 1) === OCSP ? readVector(reader, 3) : null;
}

/** A Certificate message of TLS 1.3 (RFC 8446 section 4.4.2). */
export interface CertificateMessage {
  readonly certificates: readonly Uint8Array[];
  /** The OCSP response of the first certificate. */
  readonly ocspResponse: Uint8Array | null;
  /** The signed certificate timestamps of the first certificate (RFC 6962 section 3.3.1). */
  readonly timestamps: readonly Uint8Array[];
}

/** Decodes the body of a TLS 1.3 Certificate message. @throws TlsFormatError */
export function decodeCertificates13(body: Uint8Array): CertificateMessage {
  const reader = readerOf(body);
  readVector(reader, 1);
  const list = readerOf(readVector(reader, 3));
  const certificates: Uint8Array[] = [];
  let first = new Map<number, Uint8Array>();
  while (octetsLeft(list) > 0) {
    if (certificates.length === MAX_CERTIFICATES) throw new TlsFormatError('too many certificates', 'too-large');
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

/** A CompressedCertificate message (RFC 8879 section 4). */
export interface CompressedCertificate {
  /** 1 is zlib, 2 is Brotli (RFC 8879 section 7.3). */
  readonly algorithm: number;
  /** Uncompressed length, as stated in the message. */
  readonly length: number;
  readonly compressed: Uint8Array;
}

/** Decodes the body of a CompressedCertificate message. @throws TlsFormatError */
export function decodeCompressedCertificate(body: Uint8Array): CompressedCertificate {
  const reader = readerOf(body);
  return { algorithm: readUint(reader, 2), length: readUint(reader, 3), compressed: readVector(reader, 3) };
}

import { tags } from '@sonde/contract/x509/der';

/** The CertID of a request (RFC 6960 section 4.1.1), with SHA-1 hashes of the issuer. */
export interface CertificateId {
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** The content octets, as in the certificate. */
  readonly serialNumber: Uint8Array;
}

/** `1.3.14.3.2.26` with NULL parameters: the hash that every responder has to support (RFC 5019 section 2.1.1). */
const SHA1 = Uint8Array.of(0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00);

/**
 * Encodes an OCSPRequest for one certificate. Without a nonce, since most responders send pre-produced responses (RFC 5019
 * section 2.1.1); the times in the response show whether it is fresh.
 */
export function encodeOcspRequest({ issuerNameHash, issuerKeyHash, serialNumber }: CertificateId): Uint8Array {
  const id = value(
    tags.sequence,
    SHA1,
    value(tags.octetString, issuerNameHash),
    value(tags.octetString, issuerKeyHash),
    value(tags.integer, serialNumber),
  );
  const list = value(tags.sequence, value(tags.sequence, id));
  return value(tags.sequence, value(tags.sequence, list));
}

function value(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from(header), content]);
}

import * as z from 'zod/mini';
import { described } from '../described.ts';
import { Certificate, PathCertificate, PublicKey } from './certificate.ts';

const text = z.nullable(z.string());

/** The certificate that a current client receives. Its names and texts come from the issuer and are untrusted. */
export const CertificateFields = z.object({
  subject: described(text, 'Subject of the server’s certificate (RFC 4514).', 'CN=example.com'),
  issuer: described(text, 'Issuer of the certificate (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  validFrom: described(text, 'First moment of its validity, ISO 8601 in UTC.', '2026-10-01T00:00:00.000Z'),
  validUntil: described(text, 'Last moment of its validity, ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  serialNumber: described(text, 'Upper-case hex with colons.', '03:1F:9C:5B'),
  version: described(z.nullable(z.int()), '3 for X.509v3.', 3),
  signatureAlgorithm: described(text, 'Signature algorithm.', 'ecdsa-with-SHA384'),
  certificateFingerprints: described(
    z.object({
      'SHA-1': described(text, 'SHA-1: 20 bytes as upper-case hexadecimal with colons.', '86:E4:7F:…'),
      'SHA-256': described(text, 'SHA-256: 32 bytes as upper-case hexadecimal with colons.', 'C9:EE:8C:…'),
    }),
    'Hashes of the complete certificate in DER.',
  ),
  subjectAlternativeNames: described(
    z.array(z.string()),
    'Subject alternative names: DNS names, IP addresses and other names, without a type prefix.',
    ['example.com', 'www.example.com'],
  ),
  key: described(z.nullable(PublicKey), 'The public key of the certificate.'),
  keyUsages: described(z.array(z.string()), 'Key usages (RFC 5280 section 4.2.1.3).', ['digitalSignature']),
  extendedKeyUsages: described(
    z.array(z.string()),
    'Extended key usages (RFC 5280 section 4.2.1.12); unknown ones as dotted object identifiers.',
    ['serverAuth'],
  ),
  certificateChain: described(z.array(Certificate), 'The certificates in the order in which the server sent them.'),
  builtChain: described(
    z.array(PathCertificate),
    'The certificates of the verified path, from the server’s certificate to the trust anchor; empty if no path was found.',
  ),
  missingIssuer: described(
    text,
    'The RFC 4514 name of a required issuer certificate that the server did not send; null if none is missing.',
    'CN=Example Intermediate,O=Example',
  ),
  pem: described(text, 'The chain as sent, in PEM (RFC 7468).', '-----BEGIN CERTIFICATE-----…'),
});

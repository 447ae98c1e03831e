import * as z from 'zod/mini';
import { means } from '../means.ts';
import { Certificate, PathCertificate, PublicKey } from './certificate.ts';

const text = z.nullable(z.string());

/** Of the certificate that a current client gets. Names and texts in it are its issuer's words: hostile. */
export const CertificateFields = z.object({
  subject: means(text, 'Whom the server’s certificate names (RFC 4514).', 'CN=example.com'),
  issuer: means(text, 'Who signed it (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  validFrom: means(text, 'First moment of its validity, ISO 8601 in UTC.', '2026-10-01T00:00:00.000Z'),
  validUntil: means(text, 'Last moment of its validity, ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  serialNumber: means(text, 'Upper-case hex with colons.', '03:1F:9C:5B'),
  version: means(z.nullable(z.int()), '3 for X.509v3.', 3),
  signatureAlgorithm: means(text, 'How it is signed.', 'ecdsa-with-SHA384'),
  certificateFingerprints: means(
    z.object({
      'SHA-1': means(text, '20 bytes as upper-case hex with colons.', '86:E4:7F:…'),
      'SHA-256': means(text, '32 bytes as upper-case hex with colons.', 'C9:EE:8C:…'),
    }),
    'Hashes of the whole certificate.',
  ),
  subjectAlternativeNames: means(z.array(z.string()), 'DNS names, addresses and the rest, without prefix.', [
    'example.com',
    'www.example.com',
  ]),
  key: means(z.nullable(PublicKey), 'The public key in it.'),
  keyUsages: means(z.array(z.string()), 'RFC 5280 section 4.2.1.3.', ['digitalSignature']),
  extendedKeyUsages: means(
    z.array(z.string()),
    'RFC 5280 section 4.2.1.12; unknown ones as object identifiers in dots.',
    ['serverAuth'],
  ),
  certificateChain: means(z.array(Certificate), 'The certificates as the server sent them, in its order.'),
  builtChain: means(
    z.array(PathCertificate),
    'The certificates as they verify, from the server’s to the trust anchor; empty when no path was found.',
  ),
  missingIssuer: means(
    text,
    'RFC 4514 name of the certificate that is needed and was not sent; null when none is missing.',
    'CN=Example Intermediate,O=Example',
  ),
  pem: means(text, 'The chain as sent, in PEM (RFC 7468).', '-----BEGIN CERTIFICATE-----…'),
});

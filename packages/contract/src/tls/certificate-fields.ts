import * as z from 'zod/mini';
import { described } from '../described.ts';
import { Certificate, PathCertificate, PublicKey } from './certificate.ts';

const text = z.nullable(z.string());

/** The certificate that a current client receives. Its names and texts come from the issuer and are untrusted. */
export const CertificateFields = z.object({
  subject: described(text, 'Whom the server’s certificate names (RFC 4514).', 'CN=example.com'),
  issuer: described(text, 'Who signed it (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  validFrom: described(text, 'First moment of its validity, ISO 8601 in UTC.', '2026-10-01T00:00:00.000Z'),
  validUntil: described(text, 'Last moment of its validity, ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  serialNumber: described(text, 'Upper-case hex with colons.', '03:1F:9C:5B'),
  version: described(z.nullable(z.int()), '3 for X.509v3.', 3),
  signatureAlgorithm: described(text, 'How it is signed.', 'ecdsa-with-SHA384'),
  certificateFingerprints: described(
    z.object({
      'SHA-1': described(text, '20 bytes as upper-case hex with colons.', '86:E4:7F:…'),
      'SHA-256': described(text, '32 bytes as upper-case hex with colons.', 'C9:EE:8C:…'),
    }),
    'Hashes of the whole certificate.',
  ),
  subjectAlternativeNames: described(z.array(z.string()), 'DNS names, addresses and the rest, without prefix.', [
    'example.com',
    'www.example.com',
  ]),
  key: described(z.nullable(PublicKey), 'The public key in it.'),
  keyUsages: described(z.array(z.string()), 'RFC 5280 section 4.2.1.3.', ['digitalSignature']),
  extendedKeyUsages: described(
    z.array(z.string()),
    'RFC 5280 section 4.2.1.12; unknown ones as object identifiers in dots.',
    ['serverAuth'],
  ),
  certificateChain: described(z.array(Certificate), 'The certificates as the server sent them, in its order.'),
  builtChain: described(
    z.array(PathCertificate),
    'The certificates as they verify, from the server’s to the trust anchor; empty when no path was found.',
  ),
  missingIssuer: described(
    text,
    'RFC 4514 name of the certificate that is needed and was not sent; null when none is missing.',
    'CN=Example Intermediate,O=Example',
  ),
  pem: described(text, 'The chain as sent, in PEM (RFC 7468).', '-----BEGIN CERTIFICATE-----…'),
});

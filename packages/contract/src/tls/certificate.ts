import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** A public key: its size in bits, and the curve of elliptic-curve keys. */
export const PublicKey = z.object({
  type: isEssential(
    described(z.string(), 'Key type: RSA, EC, Ed25519 …; a dotted object identifier for other algorithms.', 'EC'),
  ),
  bits: described(z.nullable(z.int()), 'Key size in bits; null if not known.', 256),
  curve: described(
    z.nullable(z.string()),
    'The NIST name of the curve if it has one, otherwise that of RFC 5639 or SEC 2; null for keys without a curve.',
    'P-256',
  ),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** One certificate of a chain. Its texts come from the issuer and are untrusted. */
export const Certificate = z.object({
  subject: described(z.string(), 'Subject of the certificate (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  issuer: described(z.string(), 'Issuer of the certificate (RFC 4514).', 'CN=Example Root,O=Example'),
  validFrom: described(
    z.nullable(z.string()),
    'Start of the validity period, ISO 8601 in UTC; null if the time is invalid.',
    '2026-01-01T00:00:00.000Z',
  ),
  validUntil: described(
    z.nullable(z.string()),
    'End of the validity period, ISO 8601 in UTC; null if the time is invalid.',
    '2031-01-01T00:00:00.000Z',
  ),
  serialNumber: described(z.string(), 'Upper-case hex with colons, leading zeros kept.', '0A:1B:2C'),
  signatureAlgorithm: described(z.nullable(z.string()), 'Signature algorithm.', 'ecdsa-with-SHA256'),
  fingerprint: described(
    z.string(),
    'SHA-256 of the complete certificate: 32 bytes as upper-case hexadecimal with colons.',
    'C9:EE:8C:…',
  ),
  selfSigned: described(z.boolean(), 'Whether the certificate is signed with its own key.', false),
});
export type Certificate = z.infer<typeof Certificate>;

/** One certificate of a verified path: sent by the server, or a known trust anchor. */
export const PathCertificate = z.extend(Certificate, {
  origin: described(
    z.enum(['server', 'anchor']),
    'server: sent by the server; anchor: from the trust store of this server.',
    'anchor',
  ),
});
export type PathCertificate = z.infer<typeof PathCertificate>;

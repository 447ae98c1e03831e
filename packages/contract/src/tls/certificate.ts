import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** A public key: its size in bits, and the curve of elliptic-curve keys. */
export const PublicKey = z.object({
  type: isEssential(
    described(
      z.string(),
      'RSA, EC, Ed25519 …; the object identifier in dots where the algorithm has no name here.',
      'EC',
    ),
  ),
  bits: described(z.nullable(z.int()), 'Size of the key in bits.', 256),
  curve: described(
    z.nullable(z.string()),
    'Name of the curve by NIST if it has one, otherwise by RFC 5639 or SEC 2; null for keys without a curve.',
    'P-256',
  ),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** One certificate of a chain. Its texts come from the issuer and are untrusted. */
export const Certificate = z.object({
  subject: described(z.string(), 'Whom it names (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  issuer: described(z.string(), 'Who signed it (RFC 4514).', 'CN=Example Root,O=Example'),
  validFrom: described(
    z.nullable(z.string()),
    'ISO 8601 in UTC; null if the time is invalid.',
    '2026-01-01T00:00:00.000Z',
  ),
  validUntil: described(
    z.nullable(z.string()),
    'ISO 8601 in UTC; null if the time is invalid.',
    '2031-01-01T00:00:00.000Z',
  ),
  serialNumber: described(z.string(), 'Upper-case hex with colons, leading zeros kept.', '0A:1B:2C'),
  signatureAlgorithm: described(z.nullable(z.string()), 'How it is signed.', 'ecdsa-with-SHA256'),
  fingerprint: described(
    z.string(),
    'SHA-256 of the whole certificate, 32 bytes as upper-case hex with colons.',
    'C9:EE:8C:…',
  ),
  selfSigned: described(z.boolean(), 'True when it is signed with its own key.', false),
});
export type Certificate = z.infer<typeof Certificate>;

/** One certificate of a verified path: sent by the server, or a known trust anchor. */
export const PathCertificate = z.extend(Certificate, {
  origin: described(
    z.enum(['server', 'anchor']),
    'server: it was sent; anchor: it is one of those trusted here.',
    'anchor',
  ),
});
export type PathCertificate = z.infer<typeof PathCertificate>;

import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';

/** A public key: RSA and finite-field keys by their bits, elliptic-curve keys by their curve as well. */
export const PublicKey = z.object({
  type: isEssential(
    means(z.string(), 'RSA, EC, Ed25519 …; the object identifier in dots where the algorithm has no name here.', 'EC'),
  ),
  bits: means(z.nullable(z.int()), 'Size of the key in bits.', 256),
  curve: means(
    z.nullable(z.string()),
    'Name of the curve by NIST where it has one, else by RFC 5639 or SEC 2; null for keys without a curve.',
    'P-256',
  ),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** One certificate of a chain. Everything in it is what its issuer wrote: hostile text. */
export const Certificate = z.object({
  subject: means(z.string(), 'Whom it names (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  issuer: means(z.string(), 'Who signed it (RFC 4514).', 'CN=Example Root,O=Example'),
  validFrom: means(
    z.nullable(z.string()),
    'ISO 8601 in UTC; null for a time that is none.',
    '2026-01-01T00:00:00.000Z',
  ),
  validUntil: means(
    z.nullable(z.string()),
    'ISO 8601 in UTC; null for a time that is none.',
    '2031-01-01T00:00:00.000Z',
  ),
  serialNumber: means(z.string(), 'Upper-case hex with colons, leading zeros kept.', '0A:1B:2C'),
  signatureAlgorithm: means(z.nullable(z.string()), 'How it is signed.', 'ecdsa-with-SHA256'),
  fingerprint: means(
    z.string(),
    'SHA-256 of the whole certificate, 32 bytes as upper-case hex with colons.',
    'C9:EE:8C:…',
  ),
  selfSigned: means(z.boolean(), 'True when it is signed with its own key.', false),
});
export type Certificate = z.infer<typeof Certificate>;

/** One certificate of a path that verifies: sent by the server, or one of the trust anchors known here. */
export const PathCertificate = z.extend(Certificate, {
  origin: means(
    z.enum(['server', 'anchor']),
    'server: it was sent; anchor: it is one of those trusted here.',
    'anchor',
  ),
});
export type PathCertificate = z.infer<typeof PathCertificate>;

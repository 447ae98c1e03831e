import * as z from 'zod/mini';

/** A public key: RSA and finite-field keys by their bits, elliptic-curve keys by their curve as well. */
export const PublicKey = z.object({
  /** `RSA`, `EC`, `Ed25519` …; the object identifier in dots where the algorithm has no name here. */
  type: z.string(),
  bits: z.nullable(z.int()),
  /** `P-256` … by NIST where it has such a name, else by RFC 5639 or SEC 2. */
  curve: z.nullable(z.string()),
});
export type PublicKey = z.infer<typeof PublicKey>;

/** One certificate of a chain. Everything in it is what its issuer wrote: hostile text. */
export const Certificate = z.object({
  /** RFC 4514 strings. */
  subject: z.string(),
  issuer: z.string(),
  /** ISO 8601 in UTC; null for a time that is none. */
  validFrom: z.nullable(z.string()),
  validUntil: z.nullable(z.string()),
  /** Upper-case hex with colons, leading zeros kept. */
  serialNumber: z.string(),
  signatureAlgorithm: z.nullable(z.string()),
  /** SHA-256 of the whole certificate, upper-case hex with colons. */
  fingerprint: z.string(),
  /** True when it is signed with its own key. */
  selfSigned: z.boolean(),
});
export type Certificate = z.infer<typeof Certificate>;

/** One certificate of a path that verifies: sent by the server, or one of the trust anchors known here. */
export const PathCertificate = z.extend(Certificate, { origin: z.enum(['server', 'anchor']) });
export type PathCertificate = z.infer<typeof PathCertificate>;

import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';

let known: ReadonlySet<string> | null = null;

/**
 * Whether a certificate is one of the runtime's own list of authorities, which is Mozilla's; those that the operator adds are
 * not among them. By its SHA-256, upper-case hex with colons.
 */
export function isPublicAuthority(fingerprint: string): boolean {
  known ??= new Set(rootCertificates.map((pem) => new X509Certificate(pem).fingerprint256));
  return known.has(fingerprint);
}

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g;

/** The certificates (PEM) in a file; null when it cannot be read, holds none, or holds one that cannot be parsed. */
export function readCertificates(path: string): readonly string[] | null {
  try {
    const certificates = readFileSync(path, 'utf8').match(PEM_CERTIFICATE) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
    return certificates.length > 0 ? certificates : null;
  } catch {
    return null;
  }
}

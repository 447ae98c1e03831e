import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** Issuer certificates that a server does not send, fetched from the URLs in the certificates (RFC 5280 section 4.2.2.1). */
export const MissingCertificates = z.object({
  subjects: isEssential(
    described(z.array(z.string()), 'Subjects of the fetched certificates (RFC 4514), in the order of the chain.', [
      'CN=Example Intermediate,O=Example',
    ]),
  ),
  pem: described(
    z.nullable(z.string()),
    'The fetched certificates in PEM (RFC 7468), to be appended to the server’s own; each has signed the one before it. Null if none was fetched.',
    '-----BEGIN CERTIFICATE-----…',
  ),
  leadsToRoot: described(z.boolean(), 'Whether the chain leads to a trusted root with these certificates.', true),
  why: described(
    z.nullable(z.string()),
    'Why the completed chain does not lead to a trusted root, or why certificates could not be fetched; null if it does. May quote hostile text.',
    null,
  ),
});
export type MissingCertificates = z.infer<typeof MissingCertificates>;

export const MissingCertificatesFields = z.object({
  missingCertificates: described(
    z.nullable(MissingCertificates),
    'The issuer certificates that missingIssuer reports, as published by the authority; null if none is missing, or if no authority was queried (revocation=false).',
    null,
  ),
});

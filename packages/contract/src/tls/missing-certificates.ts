import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** Issuer certificates that a server does not send, fetched from the URLs in the certificates (RFC 5280 section 4.2.2.1). */
export const MissingCertificates = z.object({
  subjects: isEssential(
    described(z.array(z.string()), 'Whom the fetched certificates name (RFC 4514), in the order of the chain.', [
      'CN=Example Intermediate,O=Example',
    ]),
  ),
  pem: described(
    z.nullable(z.string()),
    'The fetched certificates in PEM (RFC 7468), to be put behind the server’s own; each has signed the one before it. Null where none was fetched.',
    '-----BEGIN CERTIFICATE-----…',
  ),
  leadsToRoot: described(z.boolean(), 'With them the chain leads to a trusted root.', true),
  why: described(
    z.nullable(z.string()),
    'Why they do not lead to a trusted root, or could not be fetched; null where they do. May quote hostile text.',
    null,
  ),
});
export type MissingCertificates = z.infer<typeof MissingCertificates>;

export const MissingCertificatesFields = z.object({
  missingCertificates: described(
    z.nullable(MissingCertificates),
    'The issuers that missingIssuer reports, as published by their authority; null if none is missing, or no authority was asked (revocation=false).',
    null,
  ),
});

import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';

const time = z.nullable(z.string());

/** Whether its issuer has revoked a certificate, and who said so. */
export const Revocation = z.object({
  status: isEssential(
    means(
      z.enum(['good', 'revoked', 'unknown']),
      'good: a verified answer of this time says that it is not revoked; unknown: there is none, why says the reason.',
      'good',
    ),
  ),
  source: means(
    z.nullable(z.enum(['stapled', 'ocsp', 'crl'])),
    'Where that comes from: the response the server stapled, the responder (RFC 6960) or the list (RFC 5280) that the certificate names; null for unknown.',
    'crl',
  ),
  revokedAt: means(time, 'When it was revoked, ISO 8601 in UTC; null where it was not, or that is not told.', null),
  thisUpdate: means(time, 'When the source said so, ISO 8601 in UTC.', '2026-11-21T06:00:00.000Z'),
  nextUpdate: means(
    time,
    'When the source says something new at the latest, ISO 8601 in UTC; null where it does not tell.',
    '2026-11-28T06:00:00.000Z',
  ),
  why: means(z.nullable(z.string()), 'Why the status is unknown; null for the others. May quote hostile text.', null),
});
export type Revocation = z.infer<typeof Revocation>;

/** The same of an issuer in the path. */
export const IssuerRevocation = z.extend(Revocation, {
  subject: isEssential(
    means(z.string(), 'Whom the certificate names (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  ),
});
export type IssuerRevocation = z.infer<typeof IssuerRevocation>;

/** In the answer of a check. */
export const RevocationFields = z.object({
  revocation: means(
    z.nullable(Revocation),
    'Of the server’s certificate; null where nobody was asked (revocation=false) and nothing was stapled, or there is no certificate.',
  ),
  issuerRevocations: means(
    z.array(IssuerRevocation),
    'Of the issuers in builtChain, without the trust anchor, which nobody can revoke.',
    [],
  ),
});

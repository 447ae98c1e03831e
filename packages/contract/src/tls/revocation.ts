import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import { MissingCertificatesFields } from './missing-certificates.ts';

const time = z.nullable(z.string());

/** The revocation status of a certificate, and its source. */
export const Revocation = z.object({
  status: isEssential(
    described(
      z.enum(['good', 'revoked', 'unknown']),
      'good: a verified answer of this time says that it is not revoked; unknown: there is none, why says the reason.',
      'good',
    ),
  ),
  source: described(
    z.nullable(z.enum(['stapled', 'ocsp', 'crl'])),
    'The source of the status: the response the server stapled, the responder (RFC 6960) or the list (RFC 5280) that the certificate names; null for unknown.',
    'crl',
  ),
  revokedAt: described(
    time,
    'When it was revoked, ISO 8601 in UTC; null if it was not, or if the time is not given.',
    null,
  ),
  thisUpdate: described(time, 'When the source said so, ISO 8601 in UTC.', '2026-11-21T06:00:00.000Z'),
  nextUpdate: described(
    time,
    'When the source will be updated at the latest, ISO 8601 in UTC; null if it does not say.',
    '2026-11-28T06:00:00.000Z',
  ),
  why: described(
    z.nullable(z.string()),
    'Why the status is unknown; null for the others. May quote hostile text.',
    null,
  ),
});
export type Revocation = z.infer<typeof Revocation>;

/** The revocation status of an issuer in the path. */
export const IssuerRevocation = z.extend(Revocation, {
  subject: isEssential(
    described(z.string(), 'Whom the certificate names (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  ),
});
export type IssuerRevocation = z.infer<typeof IssuerRevocation>;

/** Fields of a check's answer with what certificate authorities replied and published. */
export const RevocationFields = z.object({
  ...MissingCertificatesFields.shape,
  revocation: described(
    z.nullable(Revocation),
    'Of the server’s certificate; null if no authority was asked (revocation=false) and nothing was stapled, or there is no certificate.',
  ),
  issuerRevocations: described(
    z.array(IssuerRevocation),
    'Of the issuers in builtChain, without the trust anchor, which cannot be revoked.',
    [],
  ),
});

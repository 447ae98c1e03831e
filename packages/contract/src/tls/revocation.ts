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
      'good: a verified, current response states that the certificate is not revoked; revoked; unknown: there is no such response, see why.',
      'good',
    ),
  ),
  source: described(
    z.nullable(z.enum(['stapled', 'ocsp', 'crl'])),
    'The source of the status: stapled: the response that the server stapled; ocsp: the responder (RFC 6960), or crl: the list (RFC 5280), named in the certificate; null if unknown.',
    'crl',
  ),
  revokedAt: described(
    time,
    'When the certificate was revoked, ISO 8601 in UTC; null if it was not, or the time is not stated.',
    null,
  ),
  thisUpdate: described(time, 'Time of the status, ISO 8601 in UTC.', '2026-11-21T06:00:00.000Z'),
  nextUpdate: described(
    time,
    'When the source will be updated at the latest, ISO 8601 in UTC; null if not stated.',
    '2026-11-28T06:00:00.000Z',
  ),
  why: described(z.nullable(z.string()), 'Why the status is unknown; otherwise null. May quote hostile text.', null),
});
export type Revocation = z.infer<typeof Revocation>;

/** The revocation status of an issuer in the path. */
export const IssuerRevocation = z.extend(Revocation, {
  subject: isEssential(
    described(z.string(), 'Subject of the certificate (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  ),
});
export type IssuerRevocation = z.infer<typeof IssuerRevocation>;

/** Fields of a check's answer with what certificate authorities replied and published. */
export const RevocationFields = z.object({
  ...MissingCertificatesFields.shape,
  revocation: described(
    z.nullable(Revocation),
    'Status of the server’s certificate; null if no authority was queried (revocation=false) and nothing was stapled, or if there is no certificate.',
  ),
  issuerRevocations: described(
    z.array(IssuerRevocation),
    'Status of the issuers in builtChain, without the trust anchor, which cannot be revoked.',
    [],
  ),
});

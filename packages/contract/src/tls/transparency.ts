import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

const text = z.nullable(z.string());

/** One signed certificate timestamp (RFC 6962 section 3.2), and the result of its verification. */
export const CertificateTimestamp = z.object({
  log: described(text, 'The log by its name in the list; null for a log that is not in it.', "Google 'Argon2027h1'"),
  operator: described(text, 'Who runs that log.', 'Google'),
  kind: described(
    z.nullable(z.enum(['rfc6962', 'static'])),
    'The interface of the log: RFC 6962, or files (static-ct-api).',
    'rfc6962',
  ),
  logId: isEssential(
    described(z.string(), 'SHA-256 of the log’s key, in Base64.', '1tWNqdAXU/NqSqDHV0kCr+vH3CzTjNn3ZMgMiRkenwI='),
  ),
  origin: isEssential(
    described(
      z.enum(['certificate', 'handshake', 'ocsp']),
      'Where it came from: the certificate, the extension of the handshake, or the stapled response.',
      'certificate',
    ),
  ),
  time: described(
    text,
    'When the log promised to publish the certificate, ISO 8601 in UTC.',
    '2026-10-01T09:12:44.123Z',
  ),
  status: isEssential(
    described(
      z.enum(['valid', 'invalid', 'unknown_log', 'not_verified']),
      'valid: the log’s key has signed this certificate; invalid: it has not, or the time is still to come; unknown_log: the list does not hold the log; not_verified: why says what was missing.',
      'valid',
    ),
  ),
  retiredAt: described(
    text,
    'When the log was retired, ISO 8601 in UTC; null for one that is in use, or not known.',
    null,
  ),
  why: described(text, 'Why the status is invalid or not_verified; otherwise null.', null),
});
export type CertificateTimestamp = z.infer<typeof CertificateTimestamp>;

/** Whether the timestamps satisfy the policy of a browser. */
export const TimestampPolicy = z.object({
  policy: isEssential(described(z.enum(['Chrome', 'Apple']), 'The publisher of the policy.', 'Chrome')),
  met: described(z.nullable(z.boolean()), 'Null where it cannot be determined; why has the reason.', true),
  why: described(text, 'What is missing, or why it cannot be determined; null where the policy is met.', null),
});
export type TimestampPolicy = z.infer<typeof TimestampPolicy>;

/** Certificate transparency: which logs promised to include the certificate. */
export const Transparency = z.object({
  timestamps: described(z.array(CertificateTimestamp), 'Every timestamp, those in the certificate first.'),
  validCount: isEssential(described(z.int(), 'How many have the status valid.', 2)),
  operatorCount: isEssential(described(z.int(), 'How many different operators those are from.', 2)),
  isPublic: described(
    z.nullable(z.boolean()),
    'Whether a public authority issued the certificate: the policies apply to those only.',
    true,
  ),
  policies: described(
    z.array(TimestampPolicy),
    'Both are judged by the list below, which is Chrome’s; Apple has a list of its own.',
  ),
  logList: described(
    z.object({
      source: isEssential(
        described(
          z.string(),
          'The publisher of the list, and where it was taken from.',
          'Chrome’s list, as built into Chromium 156',
        ),
      ),
      date: isEssential(described(z.string(), 'Its date, ISO 8601 in UTC.', '2026-10-05T13:39:47.000Z')),
      isOutdated: isEssential(
        described(
          z.boolean(),
          'True ten weeks after its date: then no policy is judged, because logs may have come and gone.',
          false,
        ),
      ),
    }),
    'The list of logs that the signatures were verified with.',
  ),
});
export type Transparency = z.infer<typeof Transparency>;

/** Fields of a check's answer about certificate transparency. */
export const TransparencyFields = z.object({
  transparency: described(
    z.optional(Transparency),
    'Signed certificate timestamps and whether they verify; absent without a certificate.',
  ),
});

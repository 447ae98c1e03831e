import * as z from 'zod/mini';
import { means } from '../means.ts';
import { isEssential } from '../reading.ts';

const text = z.nullable(z.string());

/** One signed certificate timestamp (RFC 6962 section 3.2), and what its signature is worth. */
export const CertificateTimestamp = z.object({
  log: means(text, 'The log by its name in the list; null for a log that is not in it.', "Google 'Argon2027h1'"),
  operator: means(text, 'Who runs that log.', 'Google'),
  kind: means(
    z.nullable(z.enum(['rfc6962', 'static'])),
    'How the log is read: RFC 6962, or as files (static-ct-api).',
    'rfc6962',
  ),
  logId: isEssential(
    means(z.string(), 'SHA-256 of the log’s key, in Base64.', '1tWNqdAXU/NqSqDHV0kCr+vH3CzTjNn3ZMgMiRkenwI='),
  ),
  origin: isEssential(
    means(
      z.enum(['certificate', 'handshake', 'ocsp']),
      'Where it came from: the certificate, the extension of the handshake, or the stapled response.',
      'certificate',
    ),
  ),
  time: means(text, 'When the log promised to publish the certificate, ISO 8601 in UTC.', '2026-10-01T09:12:44.123Z'),
  status: isEssential(
    means(
      z.enum(['valid', 'invalid', 'unknown_log', 'not_verified']),
      'valid: the log’s key has signed this certificate; invalid: it has not, or the time is still to come; unknown_log: the list does not hold the log; not_verified: why says what was missing.',
      'valid',
    ),
  ),
  retiredAt: means(text, 'When the log was retired, ISO 8601 in UTC; null for one that is in use, or not known.', null),
  why: means(text, 'Why the status is invalid or not_verified; else null.', null),
});
export type CertificateTimestamp = z.infer<typeof CertificateTimestamp>;

/** Whether the timestamps would be enough for a browser. */
export const TimestampPolicy = z.object({
  policy: isEssential(means(z.enum(['Chrome', 'Apple']), 'Whose published policy.', 'Chrome')),
  met: means(z.nullable(z.boolean()), 'Null where it cannot be told; why has the reason.', true),
  why: means(text, 'What is missing, or why it cannot be told; null where the policy is met.', null),
});
export type TimestampPolicy = z.infer<typeof TimestampPolicy>;

/** Certificate transparency: which logs vouch for having seen the certificate. */
export const Transparency = z.object({
  timestamps: means(z.array(CertificateTimestamp), 'Each one that came, those in the certificate first.'),
  validCount: isEssential(means(z.int(), 'How many have the status valid.', 2)),
  operatorCount: isEssential(means(z.int(), 'How many different operators those are from.', 2)),
  policies: means(
    z.array(TimestampPolicy),
    'Both are judged by the list below, which is Chrome’s; Apple keeps one of its own.',
  ),
  logList: means(
    z.object({
      source: isEssential(
        means(z.string(), 'Whose list, and where it was taken from.', 'Chrome’s list, as built into Chromium 156'),
      ),
      date: isEssential(means(z.string(), 'Its date, ISO 8601 in UTC.', '2026-10-05T13:39:47.000Z')),
      isOutdated: isEssential(
        means(
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

/** In the answer of a check. */
export const TransparencyFields = z.object({
  transparency: means(
    z.optional(Transparency),
    'Signed certificate timestamps and what they are worth; absent without a certificate.',
  ),
});

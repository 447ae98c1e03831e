import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

const text = z.nullable(z.string());

/** One signed certificate timestamp (RFC 6962 section 3.2), and the result of its verification. */
export const CertificateTimestamp = z.object({
  log: described(text, 'The log by its name in the list; null for a log that is not in it.', "Google 'Argon2027h1'"),
  operator: described(text, 'The operator of the log.', 'Google'),
  kind: described(
    z.nullable(z.enum(['rfc6962', 'static'])),
    'The interface of the log: rfc6962, or static (static-ct-api); null if it is not in the list.',
    'rfc6962',
  ),
  logId: isEssential(
    described(
      z.string(),
      'The id of the log: SHA-256 of its key, in base64.',
      '1tWNqdAXU/NqSqDHV0kCr+vH3CzTjNn3ZMgMiRkenwI=',
    ),
  ),
  origin: isEssential(
    described(
      z.enum(['certificate', 'handshake', 'ocsp']),
      'Where the timestamp was received: in the certificate, in a TLS extension, or in the stapled response.',
      'certificate',
    ),
  ),
  time: described(
    text,
    'The time of the timestamp, at which the log promised to include the certificate, ISO 8601 in UTC.',
    '2026-10-01T09:12:44.123Z',
  ),
  status: isEssential(
    described(
      z.enum(['valid', 'invalid', 'unknown_log', 'not_verified']),
      'valid: signed by the log’s key for this certificate; invalid: it is not, or the time is in the future; unknown_log: the log is not in the list; not_verified: something is missing for a check, see why.',
      'valid',
    ),
  ),
  retiredAt: described(text, 'When the log was retired, ISO 8601 in UTC; null if it is in use, or not known.', null),
  why: described(text, 'Why the status is invalid or not_verified; otherwise null.', null),
});
export type CertificateTimestamp = z.infer<typeof CertificateTimestamp>;

/** Whether the timestamps satisfy the policy of a browser. */
export const TimestampPolicy = z.object({
  policy: isEssential(described(z.enum(['Chrome', 'Apple']), 'The browser vendor whose policy is judged.', 'Chrome')),
  met: described(
    z.nullable(z.boolean()),
    'Whether the certificate complies with the policy; null if that cannot be determined, see why.',
    true,
  ),
  why: described(
    text,
    'What is missing for compliance, or why it cannot be determined; null if the certificate complies.',
    null,
  ),
});
export type TimestampPolicy = z.infer<typeof TimestampPolicy>;

/** Certificate transparency: which logs promised to include the certificate. */
export const Transparency = z.object({
  timestamps: described(z.array(CertificateTimestamp), 'Every timestamp, those in the certificate first.'),
  validCount: isEssential(described(z.int(), 'Number of timestamps with the status valid.', 2)),
  operatorCount: isEssential(described(z.int(), 'Number of different operators of these logs.', 2)),
  isPublic: described(
    z.nullable(z.boolean()),
    'Whether a public authority issued the certificate, since the policies apply only to those; null if not known.',
    true,
  ),
  policies: described(
    z.array(TimestampPolicy),
    'Both are judged by Chrome’s list of logs below; Apple has its own list.',
  ),
  logList: described(
    z.object({
      source: isEssential(
        described(
          z.string(),
          'The publisher of the list, and how it was obtained.',
          'Chrome’s list, as built into Chromium 156',
        ),
      ),
      date: isEssential(described(z.string(), 'Date of the list, ISO 8601 in UTC.', '2026-10-05T13:39:47.000Z')),
      isOutdated: isEssential(
        described(
          z.boolean(),
          'True ten weeks after its date. Policies are then not judged, because logs may have been added or retired.',
          false,
        ),
      ),
    }),
    'The list of logs with which the signatures were verified.',
  ),
});
export type Transparency = z.infer<typeof Transparency>;

/** Fields of a check's answer about certificate transparency. */
export const TransparencyFields = z.object({
  transparency: described(
    z.optional(Transparency),
    'The signed certificate timestamps and whether they are valid; absent without a certificate.',
  ),
});

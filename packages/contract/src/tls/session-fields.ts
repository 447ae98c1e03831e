import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import { TlsVersion } from './judgement.ts';

const text = z.nullable(z.string());

/** Why a stapled OCSP response proves nothing. */
export const StapleProblem = z.object({
  name: isEssential(
    described(
      z.enum([
        'malformed',
        /** The server staples what the responder sent instead of a status, such as tryLater. */
        'responder_error',
        /** It cannot be verified because the issuer of the certificate is not known. */
        'issuer_unknown',
        'other_certificate',
        'out_of_date',
        'wrong_signature',
        /** The responder does not know the certificate. */
        'certificate_unknown',
      ]),
      'The reason.',
      'out_of_date',
    ),
  ),
  evidence: described(
    z.string(),
    'What was observed, in one sentence.',
    'The stapled response was valid until 2026-11-20 00:00:00 UTC.',
  ),
});
export type StapleProblem = z.infer<typeof StapleProblem>;

/** What a current client negotiates. */
export const SessionFields = z.object({
  protocol: described(
    z.nullable(TlsVersion),
    'The version that a current client negotiates; if none can (see clients), the version that the server chose when all were offered. Null without a handshake.',
    'TLSv1.3',
  ),
  cipherSuite: described(
    text,
    'The negotiated suite by IANA name; null without a handshake.',
    'TLS_AES_128_GCM_SHA256',
  ),
  sessionId: described(
    text,
    'Session ID as upper-case hexadecimal without colons; null in TLS 1.3, which has none, and if the server sent none.',
    null,
  ),
  creationTime: described(
    text,
    'Time of the first byte of the handshake, ISO 8601 in UTC.',
    '2026-11-21T12:00:00.000Z',
  ),
  lastAccessedTime: described(
    text,
    'Time of the last byte of the handshake, ISO 8601 in UTC.',
    '2026-11-21T12:00:00.041Z',
  ),
  greeting: described(
    text,
    'The greeting of the server before STARTTLS, in text protocols; null for others. May be hostile text.',
    null,
  ),
  alpn: described(
    text,
    'The application protocol that the server chose from h2 and http/1.1 (ALPN, RFC 7301); null if none.',
    'h2',
  ),
  clientAuth: described(
    z.nullable(z.enum(['none', 'requested', 'required'])),
    'Whether the server requests a client certificate, and whether it requires one; null if not known.',
    'none',
  ),
  ocspStapled: described(
    z.nullable(z.boolean()),
    'Whether the server stapled an OCSP response (RFC 6066); null if not known.',
    true,
  ),
  ocspStatus: described(
    z.nullable(z.enum(['good', 'revoked', 'unknown', 'invalid'])),
    'The status in the stapled response; invalid: it proves nothing, see stapleProblem. Null without a stapled response.',
    'good',
  ),
  stapleProblem: described(
    z.optional(z.nullable(StapleProblem)),
    'Why the stapled response is unusable; null if it is usable, or there is none.',
    null,
  ),
  sctCount: described(
    z.nullable(z.int()),
    'Number of signed certificate timestamps in the certificate, the handshake and the stapled response together; null if not known.',
    2,
  ),
});

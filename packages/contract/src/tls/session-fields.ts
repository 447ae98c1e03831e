import * as z from 'zod/mini';
import { described } from '../described.ts';
import { TlsVersion } from './judgement.ts';

const text = z.nullable(z.string());

/** What a current client negotiates. */
export const SessionFields = z.object({
  protocol: described(
    z.nullable(TlsVersion),
    'The version that a current client negotiates; where none can (see clients), the version that the server chose from all that were offered.',
    'TLSv1.3',
  ),
  cipherSuite: described(text, 'The negotiated suite, by IANA name.', 'TLS_AES_128_GCM_SHA256'),
  sessionId: described(
    text,
    'Upper-case hex without colons; null in TLS 1.3, which has none, and where the server sent none.',
    null,
  ),
  creationTime: described(text, 'First byte of the handshake, ISO 8601 in UTC.', '2026-11-21T12:00:00.000Z'),
  lastAccessedTime: described(text, 'Last byte of the handshake, ISO 8601 in UTC.', '2026-11-21T12:00:00.041Z'),
  greeting: described(
    text,
    'What the server said before STARTTLS, in protocols of text lines; null for others. May be hostile text.',
    null,
  ),
  alpn: described(
    text,
    'The application protocol chosen out of h2 and http/1.1 (RFC 7301); null where none was.',
    'h2',
  ),
  clientAuth: described(
    z.nullable(z.enum(['none', 'requested', 'required'])),
    'Whether the server requests a client certificate, and whether it requires one.',
    'none',
  ),
  ocspStapled: described(z.nullable(z.boolean()), 'True when the server stapled an OCSP response (RFC 6066).', true),
  ocspStatus: described(
    z.nullable(z.enum(['good', 'revoked', 'unknown', 'invalid'])),
    'The status in the stapled response; invalid: its signature does not verify. Null without one.',
    'good',
  ),
  sctCount: described(
    z.nullable(z.int()),
    'Signed certificate timestamps in the certificate, the handshake and the stapled response together.',
    2,
  ),
});

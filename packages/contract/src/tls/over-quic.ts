import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';
import { UntrustedReason } from './judgement.ts';

const text = z.nullable(z.string());

/** Why `h3` is what it is; null stands for silence and for what could not be completed. */
const quicReasons = [
  'handshake',
  'silent',
  'unreachable',
  'closed',
  'no-application-protocol',
  'other-protocol',
  'refused',
  'no-known-version',
  'invalid',
  'too-large',
  'incomplete',
] as const;

/** The certificate that a server presents over QUIC. */
const QuicCertificate = z.object({
  subject: described(text, 'Subject of the certificate (RFC 4514).', 'CN=example.com'),
  issuer: described(text, 'Issuer of the certificate (RFC 4514).', 'CN=Example Intermediate,O=Example'),
  validUntil: described(text, 'ISO 8601 in UTC.', '2026-12-30T23:59:59.000Z'),
  fingerprint: isEssential(
    described(text, 'SHA-256 of the certificate as upper-case hexadecimal with colons.', 'C9:EE:8C:…'),
  ),
  chainLength: described(z.int(), 'Number of certificates sent, including this one.', 2),
  valid: isEssential(
    described(z.nullable(z.boolean()), 'Whether a current client can trust it, with this chain, for this host.', true),
  ),
  reasons: described(z.array(UntrustedReason), 'Why it cannot be trusted, most severe first.', []),
});

/** What one handshake over QUIC at the same address and port shows; no request was made. */
export const OverQuic = z.object({
  h3: isEssential(
    described(
      z.nullable(z.boolean()),
      'Whether the server speaks HTTP/3: true only after a handshake that selected it; false only if the server refuses; null if nothing came back, or no handshake was completed.',
      true,
    ),
  ),
  reason: isEssential(
    described(
      z.enum(quicReasons),
      'Why h3 is what it is. closed: the port is closed for UDP. other-protocol: the handshake selected something else. refused: another alert of TLS. no-known-version: the server has other versions of QUIC than 1 and 2. incomplete: it answered, but the handshake was not completed.',
      'handshake',
    ),
  ),
  detail: described(text, 'The alert, transport error or flaw; null if there is none.', null),
  versions: described(
    z.nullable(z.array(z.string())),
    'The versions of QUIC that the server names, in its order, as eight hexadecimal digits; null if it names none.',
    ['00000001', '6b3343cf'],
  ),
  version: described(text, 'The version of the handshake, in the same form; null without an answer to it.', '00000001'),
  alpn: described(text, 'The application protocol that the handshake selected (RFC 7301); null without one.', 'h3'),
  group: described(text, 'The key-exchange group that was selected, by IANA name.', 'X25519MLKEM768'),
  cipherSuite: described(text, 'The cipher suite that was selected, by IANA name.', 'TLS_AES_128_GCM_SHA256'),
  certificate: described(z.nullable(QuicCertificate), 'The certificate over QUIC; null if none was read.'),
  isProven: described(
    z.boolean(),
    'Whether the server has proven in the handshake that it has the private key of the certificate.',
    true,
  ),
  retry: described(z.boolean(), 'Whether the server made the client prove its address first (Retry).', false),
  needsShortHello: described(
    z.boolean(),
    'Whether it stayed silent to a ClientHello of two datagrams, and answered one of a single datagram.',
    false,
  ),
});
export type OverQuic = z.infer<typeof OverQuic>;

/** The field of a check's answer about HTTP/3. */
export const QuicFields = z.object({
  quic: described(
    z.optional(z.nullable(OverQuic)),
    'The same server over QUIC (HTTP/3), at the same address and port. Null if it was not asked: with STARTTLS, for a server that is not one of the web, and where a limit was reached; absent in answers from before Sonde measured it.',
  ),
});

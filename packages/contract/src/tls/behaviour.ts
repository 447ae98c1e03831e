import * as z from 'zod/mini';
import { described } from '../described.ts';

const flag = z.nullable(z.boolean());

/** How the server behaves beyond what it accepts. Null: not measured, or not applicable. */
export const TlsBehaviour = z.object({
  alpnProtocols: described(
    z.nullable(z.array(z.string())),
    'The application protocols (ALPN, RFC 7301) that the server agrees to, its first choice first; null if not all of them were tested.',
    ['h2', 'http/1.1'],
  ),
  sessionTickets: described(flag, 'Whether the server sends session tickets in the version that a current client negotiates; null if not measured.', true),
  ticketLifetimeSeconds: described(z.nullable(z.int()), 'Lifetime of the ticket in seconds; null if not stated.', 7200),
  resumption: described(flag, 'Whether the server resumed the session on another connection; null if not measured.', true),
  earlyData: described(flag, 'Whether its tickets permit early data (0-RTT, RFC 8446 section 8), which can be replayed; null if not measured.', false),
  maxEarlyDataBytes: described(z.nullable(z.int()), 'Maximum amount of early data that the tickets permit, in octets; null if not measured.', 0),
  clientRenegotiation: described(flag, 'Whether the server starts a new handshake on request of a client, in versions up to TLS 1.2; null if not measured or not applicable.', false),
  fallbackScsv: described(
    flag,
    'Whether the server refuses a client that falls back to an older version than both support (TLS_FALLBACK_SCSV, RFC 7507); null if it supports a single version or was not measured.',
    true,
  ),
  compression: described(flag, 'Whether the server compresses data before encryption (RFC 3749); null if not measured.', false),
  hangsUpOn: described(
    z.nullable(z.array(z.string())),
    'ClientHello extensions, by IANA name, at which the server closes the connection; supported_versions stands for TLS 1.3 as a whole. Null if not measured.',
    [],
  ),
});

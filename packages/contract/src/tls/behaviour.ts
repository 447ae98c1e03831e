import * as z from 'zod/mini';
import { described } from '../described.ts';

const flag = z.nullable(z.boolean());

/** How the server behaves beyond what it accepts. Null: not measured, or not applicable. */
export const TlsBehaviour = z.object({
  alpnProtocols: described(
    z.nullable(z.array(z.string())),
    'Every application protocol that the server selects (RFC 7301), its preferred one first; null if not all were tested.',
    ['h2', 'http/1.1'],
  ),
  sessionTickets: described(
    flag,
    'Whether the server sends a session ticket, in the version that a current client negotiates.',
    true,
  ),
  ticketLifetimeSeconds: described(z.nullable(z.int()), 'Lifetime of the ticket; null if not stated.', 7200),
  resumption: described(flag, 'Whether the server resumed the session on another connection.', true),
  earlyData: described(
    flag,
    'Whether its tickets allow early data (0-RTT, RFC 8446 section 8), which can be replayed.',
    false,
  ),
  maxEarlyDataBytes: described(z.nullable(z.int()), 'Maximum early data, in octets.', 0),
  clientRenegotiation: described(flag, 'Whether clients can start a renegotiation, up to TLS 1.2.', false),
  fallbackScsv: described(
    flag,
    'Whether the server refuses a client that falls back to an older version than both support (RFC 7507); null with a single version.',
    true,
  ),
  compression: described(flag, 'Whether the server uses TLS compression (RFC 3749).', false),
  hangsUpOn: described(
    z.nullable(z.array(z.string())),
    'ClientHello extensions, by IANA name, at which the server closes the connection; supported_versions stands for TLS 1.3 as a whole. Null if not measured.',
    [],
  ),
});

import * as z from 'zod/mini';
import { described } from '../described.ts';

const flag = z.nullable(z.boolean());

/** How the server behaves beyond what it accepts. Null: not measured, or not applicable. */
export const TlsBehaviour = z.object({
  alpnProtocols: described(
    z.nullable(z.array(z.string())),
    'Every application protocol that it agrees to (RFC 7301), the one it picks first in front; null where not all were asked for.',
    ['h2', 'http/1.1'],
  ),
  sessionTickets: described(flag, 'It sent a session ticket, in the version that a current client negotiates.', true),
  ticketLifetimeSeconds: described(z.nullable(z.int()), 'How long that may be used; null if it does not say.', 7200),
  resumption: described(flag, 'It resumed that session on another connection.', true),
  earlyData: described(flag, 'Its tickets allow early data (0-RTT, RFC 8446 section 8), which can be replayed.', false),
  maxEarlyDataBytes: described(z.nullable(z.int()), 'How much of that they allow, in octets.', 0),
  clientRenegotiation: described(flag, 'It begins a new handshake whenever a client wants one, up to TLS 1.2.', false),
  fallbackScsv: described(
    flag,
    'It refuses a client that falls back to an older version than both know (RFC 7507); null with a single version.',
    true,
  ),
  compression: described(flag, 'It compresses what it encrypts (RFC 3749).', false),
  hangsUpOn: described(
    z.nullable(z.array(z.string())),
    'Extensions in a ClientHello that it does not tolerate, by IANA name; supported_versions stands for TLS 1.3 as a whole.',
    [],
  ),
});

import * as z from 'zod/mini';
import { means } from '../means.ts';

const flag = z.nullable(z.boolean());

/** How the server behaves beside what it accepts; null is what was not measured, or does not exist here. */
export const TlsBehaviour = z.object({
  alpnProtocols: means(
    z.nullable(z.array(z.string())),
    'Every application protocol that it agrees to (RFC 7301), the one it picks first in front; null where not all were asked for.',
    ['h2', 'http/1.1'],
  ),
  sessionTickets: means(flag, 'It sent a session ticket, in the version that a current client negotiates.', true),
  ticketLifetimeSeconds: means(z.nullable(z.int()), 'How long that may be used; null where it does not say.', 7200),
  resumption: means(flag, 'It resumed that session on another connection.', true),
  earlyData: means(flag, 'Its tickets allow early data (0-RTT, RFC 8446 section 8), which can be replayed.', false),
  maxEarlyDataBytes: means(z.nullable(z.int()), 'How much of that they allow, in octets.', 0),
  clientRenegotiation: means(flag, 'It begins a new handshake whenever a client wants one, up to TLS 1.2.', false),
  fallbackScsv: means(
    flag,
    'It refuses a client that falls back to an older version than both know (RFC 7507); null with a single version.',
    true,
  ),
  compression: means(flag, 'It compresses what it encrypts (RFC 3749).', false),
  hangsUpOn: means(
    z.nullable(z.array(z.string())),
    'Extensions in a hello that it does not bear, by IANA name; supported_versions stands for TLS 1.3 as a whole.',
    [],
  ),
});

import * as z from 'zod/mini';
import { described } from '../described.ts';

/** What the server named in the query said about itself; null where it said nothing. */
export const AskedServer = z.object({
  name: described(z.string(), 'The server in the query, in canonical form.', 'ns1.example.net'),
  transport: described(
    z.enum(['dns', 'tls', 'https']),
    'How the server was queried: dns: UDP, and TCP for truncated replies; tls: DNS over TLS (RFC 7858); https: DNS over HTTPS (RFC 8484).',
    'dns',
  ),
  authoritative: described(
    z.nullable(z.boolean()),
    'Whether all replies were authoritative (AA flag); null if they differ, or the server did not reply.',
    true,
  ),
  recursionAvailable: described(
    z.nullable(z.boolean()),
    'Whether the server offers recursion (RA flag); null if it did not reply.',
    false,
  ),
  nsid: described(
    z.nullable(z.string()),
    'The server’s identifier (NSID, RFC 5001), in hexadecimal unless it is text; null if it sent none.',
    'ns1.fra',
  ),
  cookie: described(
    z.nullable(z.string()),
    'The server cookie (DNS Cookies, RFC 7873) in hexadecimal; null if it sent none.',
    null,
  ),
  expireSeconds: described(
    z.nullable(z.int()),
    'Seconds until a secondary server discards its copy of the zone (EXPIRE option, RFC 7314); null if it did not say.',
    null,
  ),
});
export type AskedServer = z.infer<typeof AskedServer>;

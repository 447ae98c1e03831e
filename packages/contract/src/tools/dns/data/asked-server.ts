import * as z from 'zod/mini';
import { described } from '../../../described.ts';

/** What the server named in the query said about itself; null where it said nothing. */
export const AskedServer = z.object({
  name: described(z.string(), 'The server as given in the query, in canonical form.', 'ns1.example.net'),
  transport: described(
    z.enum(['dns', 'tls', 'https']),
    'The transport: UDP, and TCP for long answers; DNS over TLS (RFC 7858); DNS over HTTPS (RFC 8484).',
    'dns',
  ),
  authoritative: described(
    z.nullable(z.boolean()),
    'True if all answers were authoritative (AA flag); null if they differ, or if there was no answer.',
    true,
  ),
  recursionAvailable: described(
    z.nullable(z.boolean()),
    'Whether the server offers recursion (RA flag); null if it did not reply.',
    false,
  ),
  nsid: described(
    z.nullable(z.string()),
    'Name server identifier (NSID, RFC 5001), in hex if it is not text; null if none was sent.',
    'ns1.fra',
  ),
  cookie: described(
    z.nullable(z.string()),
    'The server cookie (DNS Cookies, RFC 7873) in hexadecimal; null if it sent none.',
    null,
  ),
  expireSeconds: described(
    z.nullable(z.int()),
    'Seconds until the server drops its copy of the zone (EXPIRE, RFC 7314); null if not sent.',
    null,
  ),
});
export type AskedServer = z.infer<typeof AskedServer>;

import * as z from 'zod/mini';
import { described } from '../described.ts';

/** What the server named in the query said about itself; null where it said nothing. */
export const AskedServer = z.object({
  name: described(z.string(), 'The server as the query names it, in canonical form.', 'ns1.example.net'),
  transport: described(
    z.enum(['dns', 'tls', 'https']),
    'How it was asked: UDP, and TCP for long answers; DNS over TLS (RFC 7858); DNS over HTTPS (RFC 8484).',
    'dns',
  ),
  authoritative: described(
    z.nullable(z.boolean()),
    'True when all its answers came from a zone of its own (AA flag); null where they differ, or it answered nothing.',
    true,
  ),
  recursionAvailable: described(
    z.nullable(z.boolean()),
    'Whether it offers recursion to everyone (RA flag); null if it did not reply.',
    false,
  ),
  nsid: described(
    z.nullable(z.string()),
    'Its identifier (NSID, RFC 5001), in hex if it is not text; null if it sent none.',
    'ns1.fra',
  ),
  cookie: described(
    z.nullable(z.string()),
    'The server’s part of the DNS cookie (RFC 7873), in hex; null where it sent none.',
    null,
  ),
  expireSeconds: described(
    z.nullable(z.int()),
    'Seconds until it drops its copy of the zone (EXPIRE, RFC 7314); null if it did not say.',
    null,
  ),
});
export type AskedServer = z.infer<typeof AskedServer>;

import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** One selector that was queried. */
export const DkimSelector = z.object({
  selector: isEssential(described(z.string(), 'The selector.', 's1')),
  state: isEssential(
    described(
      z.enum(['found', 'absent', 'unknown']),
      'found: there is a key record; absent: the name servers say that there is none; unknown: that could not be determined.',
      'found',
    ),
  ),
  origin: described(
    z.string(),
    'Why it was asked for: given, provider (a service that MX or SPF names uses it), or common.',
    'given',
  ),
  provider: described(
    z.nullable(z.string()),
    'The service that uses it; null where none is known.',
    'Google Workspace',
  ),
  aliases: described(z.array(z.string()), 'Names that its CNAME records lead to.', ['s1.domainkey.example.net']),
  record: described(z.nullable(z.string()), 'The key record; null without one.', 'v=DKIM1; k=rsa; p=MIIB…'),
  keyType: described(z.nullable(z.string()), 'rsa, ed25519, or what the record says; null without a record.', 'rsa'),
  bits: described(z.nullable(z.number()), 'Size of the key; null if it is not known.', 2048),
  isRevoked: described(z.boolean(), 'The key is empty: revoked (RFC 6376 section 3.6.1).', false),
  isTesting: described(z.boolean(), 'The flag y: the domain is only testing DKIM.', false),
  problem: described(
    z.nullable(z.string()),
    'Why the record cannot be used; null if it can.',
    'a key that cannot be read',
  ),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record, in seconds.', 3600),
});
export type DkimSelector = z.infer<typeof DkimSelector>;

export const DkimSearch = z.object({
  state: described(
    z.enum(['found', 'none', 'unknown']),
    'found: at least one key; none: it is proven that there are no keys; unknown: keys may exist under selectors that were not asked for.',
    'found',
  ),
  why: described(z.string(), 'The state in one sentence.', 'One of 62 selectors has a key.'),
  asked: described(z.number(), 'Selectors that were asked for.', 62),
});
export type DkimSearch = z.infer<typeof DkimSearch>;

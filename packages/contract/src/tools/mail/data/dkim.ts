import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

/** One selector that was queried. */
export const DkimSelector = z.object({
  selector: isEssential(described(z.string(), 'The selector.', 's1')),
  state: isEssential(
    described(
      z.enum(['found', 'absent', 'unknown']),
      'found: there is a key record; absent: the name servers report that there is none; unknown: could not be determined.',
      'found',
    ),
  ),
  origin: described(
    z.string(),
    'Why the selector was tried: given, provider (used by a service in the MX or SPF records), or common.',
    'given',
  ),
  provider: described(
    z.nullable(z.string()),
    'The service that uses the selector; null if not known.',
    'Google Workspace',
  ),
  aliases: described(z.array(z.string()), 'The targets of the CNAME records that lead to the key.', [
    's1.domainkey.example.net',
  ]),
  record: described(z.nullable(z.string()), 'The key record; null without one.', 'v=DKIM1; k=rsa; p=MIIB…'),
  keyType: described(
    z.nullable(z.string()),
    'rsa, ed25519, or another value from the record; null without a record.',
    'rsa',
  ),
  bits: described(z.nullable(z.number()), 'Key size in bits; null if not known.', 2048),
  isRevoked: described(
    z.boolean(),
    'Whether the key is empty, which means that it was revoked (RFC 6376 section 3.6.1).',
    false,
  ),
  isTesting: described(z.boolean(), 'Whether the flag y is set: the domain is only testing DKIM.', false),
  isForMail: described(
    z.boolean(),
    'Whether the key is meant for mail; false if its tag s names other services only, such as tlsrpt.',
    true,
  ),
  problem: described(
    z.nullable(z.string()),
    'Why the record cannot be used; null if it can.',
    'a key that cannot be read',
  ),
  ttlSeconds: described(z.nullable(z.number()), 'TTL of the record in seconds; null without a record.', 3600),
});
export type DkimSelector = z.infer<typeof DkimSelector>;

export const DkimSearch = z.object({
  state: described(
    z.enum(['found', 'none', 'unknown']),
    'found: at least one key; none: provably no keys; unknown: keys may exist under selectors that were not queried.',
    'found',
  ),
  why: described(z.string(), 'The state in one sentence.', 'One of 62 selectors has a key.'),
  asked: described(z.number(), 'Number of selectors tried.', 62),
});
export type DkimSearch = z.infer<typeof DkimSearch>;

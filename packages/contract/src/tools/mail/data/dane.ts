import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';

/** One TLSA record, compared with what the addresses of its server presented. */
const TlsaRecord = z.object({
  text: isEssential(
    described(
      z.string(),
      'Usage, selector, matching type and data of the record (RFC 6698 section 2.2).',
      '3 1 1 0C72AC70B745AC19',
    ),
  ),
  state: isEssential(
    described(
      z.enum(['fits', 'differs', 'unusable', 'unknown']),
      'fits: a presented certificate matches the record; differs: none does; unusable: mail senders ignore such a record (RFC 7672 section 3.1); unknown: no certificate could be read.',
      'fits',
    ),
  ),
});

/** TLSA records of one mail server (RFC 7672). */
export const DaneName = z.object({
  name: isEssential(described(z.string(), 'The name in the MX record.', 'mail.example.com')),
  base: described(
    z.string(),
    'The name to which the TLSA records belong: the name in the MX record, or the target of its alias (RFC 7672 section 3.2.2).',
    'mail.example.com',
  ),
  chain: isEssential(
    described(
      z.object({
        state: isEssential(
          described(
            z.enum(['secure', 'insecure', 'bogus', 'not-determinable']),
            'secure: MX, address and TLSA records are signed with an intact chain from the root; insecure: at least one of them is provably unsigned; bogus: at least one signature does not hold; not-determinable: the servers’ answers are insufficient.',
            'secure',
          ),
        ),
        why: isEssential(
          described(
            z.string(),
            'The reason, in a sentence.',
            'The chain of trust from the root to example.com is valid.',
          ),
        ),
      }),
      'Whether the TLSA records can be trusted. Senders use them only if this is secure, and do not deliver if it is bogus.',
    ),
  ),
  records: described(z.array(TlsaRecord), 'The TLSA records, as returned by the servers of their zone.'),
  matches: described(
    z.nullable(z.boolean()),
    'Whether every address of the server presents a certificate that matches a record; null if it could not be compared, or the chain is not secure.',
    true,
  ),
});
export type DaneName = z.infer<typeof DaneName>;

import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

/** One TLSA record, compared with what the addresses of its server presented. */
const TlsaRecord = z.object({
  text: isEssential(
    described(z.string(), 'Usage, selector, matching type, data (RFC 6698 section 2.2).', '3 1 1 0C72AC70B745AC19'),
  ),
  state: isEssential(
    described(
      z.enum(['fits', 'differs', 'unusable', 'unknown']),
      'fits: what an address presented is what it names; differs: nothing presented is; unusable: senders of mail ignore such a record (RFC 7672 section 3.1); unknown: no certificate was seen.',
      'fits',
    ),
  ),
});

/** TLSA records of one mail server (RFC 7672). */
export const DaneName = z.object({
  name: isEssential(described(z.string(), 'Name in the MX record.', 'mail.example.com')),
  base: described(
    z.string(),
    'Name that the TLSA records belong to: the name in the MX record, or what that is an alias of (RFC 7672 section 3.2.2).',
    'mail.example.com',
  ),
  chain: isEssential(
    described(
      z.object({
        state: isEssential(
          described(
            z.enum(['secure', 'insecure', 'bogus', 'not-determinable']),
            'secure: signatures from the root down prove the MX, address and TLSA records; insecure: one of them is proven to be without signatures; bogus: one of them should be signed and its signatures do not hold; not-determinable: the servers did not say enough.',
            'secure',
          ),
        ),
        why: isEssential(
          described(
            z.string(),
            'The reason, in a sentence.',
            'The chain of signatures from the root to example.com holds.',
          ),
        ),
      }),
      'Whether the TLSA records can be trusted. Senders use them only if this is secure, and do not deliver if it is bogus.',
    ),
  ),
  records: described(z.array(TlsaRecord), 'The TLSA records, as the servers of their zone have them.'),
  matches: described(
    z.nullable(z.boolean()),
    'Whether every address of the server presents a certificate that a record names; null where that could not be compared, or the chain is not secure.',
    true,
  ),
});
export type DaneName = z.infer<typeof DaneName>;

import * as z from 'zod/mini';
import { described } from '../described.ts';
import { ExtendedError } from '../dns/extended-errors.ts';
import { dnsNameField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { defineTool } from '../tool.ts';

/** One table per record type: `titles` are the column headings, each row of `data` has one cell per title. */
export const DnsRecordTable = z.object({
  recordName: isEssential(
    described(z.string(), 'Mnemonic of the record type (IANA DNS parameters), or TYPE12345 (RFC 3597).', 'MX'),
  ),
  titles: isEssential(
    described(
      z.array(z.string()),
      'Column headings: Name, one per RDATA field in the order of the zone-file form, and TTL, in seconds.',
      ['Name', 'Preference', 'Exchange', 'TTL'],
    ),
  ),
  data: isEssential(
    described(z.array(z.array(z.string())), 'One row per record, with one cell per title.', [
      ['example.com', '10', 'mail.example.com', '3600'],
    ]),
  ),
});
export type DnsRecordTable = z.infer<typeof DnsRecordTable>;

export const dns = defineTool({
  id: 'dns',
  path: '/api/v2/dnsRecords',
  title: 'DNS Lookup',
  summary: 'Get full DNS records for any domain',
  query: z.object({
    domain: described(
      dnsNameField,
      'A domain name in any script, with or without the final dot; labels may begin with an underscore. The reverse name of an address (1.2.0.192.in-addr.arpa) is one as well.',
      'example.com',
    ),
  }),
  target: 'domain',
  targetKinds: ['domain', 'dns-name'],
  contacts: ['resolvers'],
  data: z.object({
    domain: described(
      z.string(),
      'The name that was queried, as A-labels (RFC 5890), without the final dot.',
      'example.com',
    ),
    records: isEssential(described(z.array(DnsRecordTable), 'One table per record type.')),
    resolver: described(z.string(), 'address:port of the recursive resolver that answered.', '192.0.2.53:53'),
    authenticated: described(
      z.boolean(),
      'True when the resolver validated every answer by DNSSEC (AD flag, RFC 4035 section 3.2.3).',
      true,
    ),
    validationFailed: described(
      z.boolean(),
      'True when the resolver refused the data as bogus and it was read with checking disabled (CD flag).',
      false,
    ),
    extendedErrors: described(
      z.array(ExtendedError),
      'What the resolver said of its answers beside the records (RFC 8914), such as why it refused them; in the order of the types.',
    ),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'nodata',
    'servfail',
    'no-public-dns',
    'refused',
    'timeout',
    'cname-loop',
    'invalid-response',
    'special-use',
    'denied',
    'connection-refused',
    'unreachable',
  ],
  freshMs: ({ records }) => Math.min(60_000, smallestTtlSeconds(records) * 1000),
  recheckMs: 5_000,
  cost: 2,
  // The semaphore of the resolver limits the DNS queries; most of a lookup is waiting.
  capacity: { lookups: 256, perTarget: 4 },
  deadlineMs: () => 10_000,
  example: { domain: 'example.com' },
});

function smallestTtlSeconds(records: readonly DnsRecordTable[]): number {
  let smallest = 60;
  // Not Math.min(...all): a hostile zone has more records than a function takes arguments.
  for (const { data } of records) {
    for (const row of data) if (Number(row.at(-1)) < smallest) smallest = Number(row.at(-1));
  }
  return smallest;
}

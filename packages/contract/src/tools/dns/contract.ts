import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { ExtendedError } from '../../dns/extended-errors.ts';
import { askableType } from '../../dns/record-types.ts';
import { booleanField, dnsNameField } from '../../query.ts';
import { isEssential } from '../../reading.ts';
import { defineTool } from '../../tool.ts';
import { MIB, workLimits } from '../../work-limits.ts';
import { AskedServer } from './data/asked-server.ts';
import { PublicAnswer } from './data/public-answers.ts';
import { dnsServerField, recordTypesField } from './data/query-fields.ts';

/** One table per record type: `titles` are the column headings, each row of `data` has one cell per title. */
export const DnsRecordTable = z.object({
  recordName: isEssential(
    described(
      z.string(),
      'Mnemonic of the record type (IANA registry DNS Resource Record TYPEs), or TYPE12345 (RFC 3597).',
      'MX',
    ),
  ),
  titles: isEssential(
    described(
      z.array(z.string()),
      'Column headings: Name, one per RDATA field in the order of the zone-file format, and TTL in seconds.',
      ['Name', 'Preference', 'Exchange', 'TTL'],
    ),
  ),
  data: isEssential(
    described(z.array(z.array(z.string())), 'One row per record, with one cell per column.', [
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
  query: z
    .object({
      domain: described(
        dnsNameField,
        'A domain name in any script, with or without a final dot; labels may begin with an underscore. Reverse names of addresses (1.2.0.192.in-addr.arpa) are accepted as well.',
        'example.com',
      ),
      type: described(
        recordTypesField,
        'Record types by name or as TYPE65280, repeated or comma-separated, at most 20. Default: every common type.',
        'MX',
      ),
      server: described(
        dnsServerField,
        'A DNS server to query instead of the resolvers of this server: a name or address, tls://dns.example, or https://dns.example/dns-query. Queries have the RD flag, and the answer tells whether the server is authoritative.',
        'ns1.example.net',
      ),
      everywhere: described(
        booleanField('everywhere'),
        'true (or 1): query all public resolvers known to this server for the same records, and compare their answers. Requires exactly one type.',
        'false',
      ),
    })
    .check(
      z.refine(({ everywhere, type }) => !everywhere || type.length === 1, {
        error: "'everywhere' takes exactly one 'type'.",
        path: ['everywhere'],
      }),
    ),
  target: 'domain',
  words: [
    { parameter: 'server', read: (word) => (/^@./.test(word) ? word.slice(1) : null) },
    {
      parameter: 'type',
      read: (word) => (word.split(',').some((one) => askableType(one) === null) ? null : word),
      repeats: true,
    },
  ],
  repeatable: ['type'],
  targetKinds: ['domain', 'dns-name'],
  nameOfCut: (field, item) =>
    field === 'records' ? (DnsRecordTable.safeParse(item).data?.recordName ?? field) : field,
  report: { order: 30, question: ({ target }) => ({ domain: target }) },
  contacts: ['resolvers', 'targets', 'publicResolvers'],
  data: z.object({
    domain: described(z.string(), 'The queried name, as A-labels (RFC 5890) without the final dot.', 'example.com'),
    records: isEssential(described(z.array(DnsRecordTable), 'One table per record type.')),
    types: described(
      z.nullable(z.array(z.string())),
      'The record types in the query; null for every common type.',
      null,
    ),
    resolver: described(
      z.nullable(z.string()),
      'The address and port of the server that answered; null if none did, which is possible only in a comparison of public resolvers.',
      '192.0.2.53:53',
    ),
    server: described(z.nullable(AskedServer), 'The DNS server given in the query; null if none was given.'),
    authenticated: described(
      z.boolean(),
      'Whether the resolver validated all answers by DNSSEC (AD flag, RFC 4035 section 3.2.3).',
      true,
    ),
    validationFailed: described(
      z.boolean(),
      'True if the resolver rejected the data as bogus, and they were read with checking disabled (CD flag).',
      false,
    ),
    extendedErrors: described(
      z.array(ExtendedError),
      'Extended DNS errors of the resolver (RFC 8914), such as why it rejected the records, in the order of the types.',
    ),
    publicAnswers: described(
      z.nullable(z.array(PublicAnswer)),
      'One entry per public resolver, after one for the server that returned the records above; null if the query did not request a comparison.',
    ),
  }),
  progress: PublicAnswer,
  failures: ['refused-target', 'rate-limited', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'nodata',
    'servfail',
    'no-public-dns',
    'refused',
    'not-implemented',
    'error-code',
    'referral',
    'timeout',
    'cname-loop',
    'invalid-response',
    'special-use',
    'denied',
    'not-allowed-port',
    'bad-certificate',
    'reset',
    'too-large',
    'no-service',
    'connection-refused',
    'unreachable',
  ],
  freshMs: ({ records, publicAnswers }) =>
    publicAnswers === null ? Math.min(60_000, smallestTtlSeconds(records) * 1000) : COMPARED_FRESH_MS,
  recheckMs: 5_000,
  cost: 2,
  // The resolver's semaphore limits DNS queries; a lookup mostly waits.
  capacity: { lookups: 256, perTarget: 4 },
  most: workLimits({ questions: 400, connections: 120, octetsIn: 4 * MIB }),
  deadlineMs: () => 10_000,
  example: { domain: 'example.com' },
});

/** Answers come from the caches of many resolvers, any of which may soon have new records. */
const COMPARED_FRESH_MS = 15_000;

function smallestTtlSeconds(records: readonly DnsRecordTable[]): number {
  let smallest = 60;
  // Not Math.min(...all): a hostile zone may have more records than a function can take arguments.
  for (const { data } of records) {
    for (const row of data) if (Number(row.at(-1)) < smallest) smallest = Number(row.at(-1));
  }
  return smallest;
}

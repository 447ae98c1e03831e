import * as z from 'zod/mini';
import { dnsNameField } from '../query.ts';
import { defineTool } from '../tool.ts';

/** One table per record type: `titles` are the column headings, each row of `data` has one cell per title. */
export const DnsRecordTable = z.object({
  /** Mnemonic of the type (IANA DNS parameters), or `TYPE12345` (RFC 3597). */
  recordName: z.string(),
  /** `Name`, one per RDATA field in the order of the zone-file form, `TTL` in seconds. */
  titles: z.array(z.string()),
  data: z.array(z.array(z.string())),
});
export type DnsRecordTable = z.infer<typeof DnsRecordTable>;

export const dns = defineTool({
  id: 'dns',
  path: '/api/v2/dnsRecords',
  title: 'DNS Lookup',
  summary: 'Get full DNS records for any domain',
  query: z.object({ domain: dnsNameField }),
  target: 'domain',
  data: z.object({
    /** The name that was asked for, as A-labels (RFC 5890), without the trailing dot. */
    domain: z.string(),
    records: z.array(DnsRecordTable),
    /** `address:port` of the recursive resolver that answered. */
    resolver: z.string(),
    /** True when the resolver validated every answer by DNSSEC (AD flag, RFC 4035 section 3.2.3). */
    authenticated: z.boolean(),
    /** True when the resolver refused the data as bogus and it was read with checking disabled (CD flag). */
    validationFailed: z.boolean(),
  }),
  progress: null,
  failures: ['refused-target', 'not-found', 'source-failed', 'protocol', 'timeout', 'unreachable'],
  reasons: [
    'nxdomain',
    'nodata',
    'servfail',
    'refused',
    'timeout',
    'cname_loop',
    'invalid_response',
    'special_use',
    'denied',
    'connection_refused',
    'unreachable',
  ],
  freshMs: ({ records }) => Math.min(60_000, smallestTtlSeconds(records) * 1000),
  cost: 2,
  // The resolver's own line limits the questions; most of a lookup is waiting.
  capacity: { lookups: 256, perTarget: 4 },
  deadlineMs: () => 10_000,
  example: { domain: 'example.com' },
});

function smallestTtlSeconds(records: readonly DnsRecordTable[]): number {
  const ttls = records.flatMap(({ data }) => data.map((row) => Number(row.at(-1))));
  return Math.min(60, ...ttls.filter(Number.isFinite));
}

import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const delegationChangeLabels: readonly ChangeLabel[] = [
  [/^zone$/, 'Zone'],
  [/^verdict$/, 'DNSSEC verdict'],
  [/^zones\/(.+)$/, 'DNSSEC of the zone $1'],
  [/^nameServers$/, 'Name servers at the parent'],
  [/^ownNameServers$/, 'Name servers in the zone'],
  [/^ds$/, 'DS records'],
  [/^keys$/, 'DNSKEY records (key tag, algorithm, flags)'],
  [/^servers\/(.+)\/answers$/, 'Answers of $1'],
  [/^servers\/(.+)\/tcp$/, '$1 answers over TCP'],
  [/^servers\/(.+)\/edns$/, '$1 understands EDNS'],
  [/^servers\/(.+)\/recursion$/, '$1 is an open resolver'],
  [/^servers\/(.+)\/transfer$/, '$1 allows zone transfers'],
  [/^hosts\/(.+)\/addresses$/, 'Addresses of $1'],
  [/^hosts\/(.+)\/glue$/, 'Glue of $1'],
  [/^primary$/, 'Primary name server'],
  [/^times$/, 'Times in the SOA record (refresh, retry, expire, minimum)'],
  [/^nsec3$/, 'NSEC3 iterations and salt'],
];

import type { Reading } from '../../reading.ts';
import type { Table } from '../../table/table.ts';
import type { subdomain } from './contract.ts';

type Answer = Pick<Reading<typeof subdomain.answer>, 'subdomains'>;
type Subdomain = Answer['subdomains'][number];

export const subdomainColumns = ['Subdomain', 'IPv4', 'IPv6', 'Resolves', 'Sources'];

/** One row per name; lists within a cell are separated by spaces. */
export function subdomainTables({ subdomains }: Answer): readonly Table[] {
  const rows = subdomains.map((name) => subdomainRow(name, ' ', name.sources.join(' ')));
  return [{ title: 'Subdomains', columns: subdomainColumns, rows }];
}

/** The cells of one name, with `separator` between its addresses. */
export function subdomainRow(name: Subdomain, separator: string, sources: string): string[] {
  const { subdomain, ipv4List, ipv6List, unknownFamilies, resolves } = name;
  return [
    subdomain,
    cellOf(ipv4List.join(separator), unknownFamilies.includes('ipv4')),
    cellOf(ipv6List.join(separator), unknownFamilies.includes('ipv6')),
    resolves === null ? 'unknown' : resolves ? 'yes' : 'no',
    sources,
  ];
}

/** An empty cell means that there is no address. */
function cellOf(addresses: string, isUnknown: boolean): string {
  if (!isUnknown) return addresses;
  return addresses === '' ? 'unknown' : `${addresses} (incomplete)`;
}

import type { DnsRecordTable } from '@sonde/contract';
import type { ResourceRecord } from '../../protocols/dns-message/message.ts';
import { titlesOf, typeMnemonic, typeNumber } from '../../protocols/dns-message/record-types.ts';

/**
 * The types that one lookup asks for, in the order of the tables. ANY is not included, since resolvers need not answer it in
 * full (RFC 8482); nor is RRSIG, since the DO flag adds the signatures to the records they cover.
 */
export const askedMnemonics = [
  ...['A', 'AAAA', 'CNAME', 'DNAME', 'MX', 'NS', 'SOA', 'TXT', 'CAA', 'SRV', 'HTTPS', 'SVCB', 'PTR', 'NAPTR', 'URI'],
  ...['DS', 'DNSKEY', 'CDS', 'CDNSKEY', 'NSEC', 'NSEC3PARAM', 'CSYNC', 'ZONEMD'],
  ...['TLSA', 'SMIMEA', 'SSHFP', 'OPENPGPKEY', 'CERT', 'IPSECKEY', 'DHCID', 'HIP'],
  ...['LOC', 'HINFO', 'RP', 'AFSDB', 'KX', 'SPF', 'APL', 'EUI48', 'EUI64'],
] as const;

export const askedTypes: readonly number[] = askedMnemonics.map(typeNumber);

/** One table per type that has records, in the order asked; types that were not asked for follow, by number. */
export function tablesOf(records: readonly ResourceRecord[]): DnsRecordTable[] {
  const byType = new Map<number, Map<string, ResourceRecord>>();
  for (const record of records) {
    const rows = byType.get(record.type) ?? new Map<string, ResourceRecord>();
    // Fields are printable and contain no line feeds, so they can be joined by one.
    const key = [record.name.toLowerCase(), ...record.fields].join('\n');
    const twin = rows.get(key);
    // The same record may be in several answers while a cache counts down: the smallest TTL is the current one.
    if (twin === undefined || record.ttlSeconds < twin.ttlSeconds) rows.set(key, record);
    byType.set(record.type, rows);
  }
  return [...byType].sort(([a], [b]) => rank(a) - rank(b)).map(([type, rows]) => tableOf(type, [...rows.values()]));
}

function rank(type: number): number {
  const place = askedTypes.indexOf(type);
  return place === -1 ? askedTypes.length + type : place;
}

function tableOf(type: number, records: readonly ResourceRecord[]): DnsRecordTable {
  const inOrder = aliasTypes.has(type) ? records : [...records].sort(byValue);
  return {
    recordName: typeMnemonic(type),
    titles: ['Name', ...titlesOf(type), 'TTL'],
    data: inOrder.map(({ name, fields, ttlSeconds }) => [name, ...fields, String(ttlSeconds)]),
  };
}

/** Aliases are listed in the order in which they are followed. */
const aliasTypes: ReadonlySet<number> = new Set([typeNumber('CNAME'), typeNumber('DNAME')]);

const collator = new Intl.Collator('en', { numeric: true });

/**
 * A record set has no order (RFC 2181 section 5), and resolvers rotate it. Sorting by fields, numbers by value, gives the same
 * order at each lookup; and since preference, priority and order are the first fields of MX, SRV, SVCB, HTTPS, URI, KX,
 * AFSDB and NAPTR, what clients try first comes first.
 */
function byValue(a: ResourceRecord, b: ResourceRecord): number {
  for (let index = 0; index < a.fields.length; index++) {
    const [field = '', other = ''] = [a.fields[index], b.fields[index]];
    if (field !== other) return collator.compare(field, other) || (field < other ? -1 : 1);
  }
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

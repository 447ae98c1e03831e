import type { Reading } from '../reading.ts';
import type { DnsRecordTable, dns } from '../tools/dns.ts';
import type { Table } from './table.ts';

/** The heading of the records of one type. */
export function headingOf({ recordName }: Pick<DnsRecordTable, 'recordName'>): string {
  return `${recordName} Records`;
}

/** One table per record type, as in the answer. */
export function dnsTables({ records }: Pick<Reading<typeof dns.answer>, 'records'>): readonly Table[] {
  return records.map((one) => ({ title: headingOf(one), columns: one.titles, rows: one.data }));
}

import type { Reading } from '../../reading.ts';
import type { Table } from '../../table/table.ts';
import type { DnsRecordTable, dns } from './contract.ts';

/** The heading of the records of one type. */
export function headingOf({ recordName }: Pick<DnsRecordTable, 'recordName'>): string {
  return `${recordName} Records`;
}

type DnsReading = Pick<Reading<typeof dns.answer>, 'records' | 'publicAnswers' | 'extendedErrors'>;

/** One table per record type, as in the answer, followed by extended errors and the answers of public resolvers. */
export function dnsTables({ records, publicAnswers, extendedErrors }: DnsReading): readonly Table[] {
  const tables = records.map((one) => ({ title: headingOf(one), columns: one.titles, rows: one.data }));
  return [...tables, ...reasonTable(extendedErrors ?? []), ...publicTable(publicAnswers ?? [])];
}

function reasonTable(errors: NonNullable<DnsReading['extendedErrors']>): Table[] {
  if (errors.length === 0) return [];
  const rows = errors.map(({ recordName, code, name, text }) => [recordName, `${code}`, name ?? '', text ?? '']);
  return [{ title: 'Extended DNS Errors', columns: ['Type', 'Code', 'Meaning', 'Text'], rows }];
}

function publicTable(answers: NonNullable<DnsReading['publicAnswers']>): Table[] {
  if (answers.length === 0) return [];
  const rows = answers.map((one) => [
    one.name,
    one.address ?? '',
    publicAnswerWords(one),
    one.ttlSeconds === null ? '' : `${one.ttlSeconds}`,
    one.set === null ? '' : `${one.set}`,
  ]);
  return [{ title: 'Resolvers', columns: ['Resolver', 'Address', 'Answer', 'TTL', 'Set'], rows }];
}

/** The records, or a statement that there are none. */
export function publicAnswerWords({
  outcome,
  reason,
  records,
}: Pick<NonNullable<DnsReading['publicAnswers']>[number], 'outcome' | 'reason' | 'records'>): string {
  if (outcome === 'nxdomain') return 'the name does not exist';
  if (outcome === 'nodata') return 'no such records';
  return outcome === 'failed' ? `no answer (${reason ?? 'unknown'})` : (records ?? []).join(' · ');
}

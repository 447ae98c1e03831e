// ssl/: the answer of the SSL checker as tables.

import type { Reading } from '../../../reading.ts';
import { flatFacts } from '../../../table/flat-facts.ts';
import type { Table } from '../../../table/table.ts';
import type { ssl } from '../contract.ts';
import { clientColumns, clientRows } from './clients.ts';
import { servedColumns, servedRows } from './served.ts';
import { timestampColumns, timestampRows } from './timestamps.ts';

/** The known part of an answer: an absent field is pending. */
type SslKnown = Partial<Reading<typeof ssl.answer>>;

/** The answer as tables: first the single facts, then the lists. */
export function sslTables(known: SslKnown): readonly Table[] {
  const facts = Object.entries(known).flatMap(([name, value]) =>
    ELSEWHERE.includes(name) ? [] : flatFacts(name, value),
  );
  const chain = known.certificateChain ?? [];
  const suites = Object.entries(known.ciphersByProtocol ?? {});
  return [
    { title: 'Certificate', columns: ['Field', 'Value'], rows: facts },
    {
      title: 'Certificate Chain',
      columns: ['Subject', 'Issuer', 'Valid From', 'Valid Until', 'Serial Number'],
      rows: chain.map((one) =>
        [one.subject, one.issuer, one.validFrom, one.validUntil, one.serialNumber].map((cell) => cell ?? ''),
      ),
    },
    {
      title: 'Cipher Suites',
      columns: ['Protocol', 'Cipher Suite'],
      rows: suites.flatMap(([version, names = []]) => names.map((name) => [version, name])),
    },
    {
      title: 'Addresses and Certificates',
      columns: servedColumns,
      rows: servedRows(known.addresses ?? [], known.servedCertificates ?? []),
    },
    {
      title: 'Certificate Timestamps',
      columns: timestampColumns,
      rows: known.transparency == null ? [] : timestampRows(known.transparency),
    },
    { title: 'Who Can Connect', columns: clientColumns, rows: clientRows(known.clients ?? []) },
    {
      title: 'Observations',
      columns: ['Name', 'Evidence'],
      rows: [...(known.observations ?? []), ...(known.notes ?? [])].map(({ name, evidence }) => [name, evidence ?? '']),
    },
  ];
}

/** Fields exported as separate tables, or of no use in a table. */
const ELSEWHERE = [
  'certificateChain',
  'builtChain',
  'ciphersByProtocol',
  'clients',
  'addresses',
  'servedCertificates',
  'differences',
  'transparency',
  'supportedCiphers',
  'observations',
  'notes',
  'pem',
  'missingCertificates',
  'gaps',
];

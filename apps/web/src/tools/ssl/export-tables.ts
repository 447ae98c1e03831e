import type { ExportTable } from '../../ui/export-formats.ts';
import { clientRows, clientTitles } from './clients-panel.tsx';
import type { SslKnown } from './query.ts';
import { servedRows, servedTitles } from './served-rows.ts';
import { timestampRows, timestampTitles } from './transparency-panel.tsx';

/** The answer as tables: the plain facts, then what there are several of. */
export function exportTables(known: SslKnown): readonly ExportTable[] {
  const facts = Object.entries(known).flatMap(([name, value]) => factRows(name, value));
  const chain = known.certificateChain ?? [];
  const suites = Object.entries(known.ciphersByProtocol ?? {});
  return [
    { title: 'Certificate', titles: ['Field', 'Value'], rows: facts },
    {
      title: 'Certificate Chain',
      titles: ['Subject', 'Issuer', 'Valid From', 'Valid Until', 'Serial Number'],
      rows: chain.map((one) =>
        [one.subject, one.issuer, one.validFrom, one.validUntil, one.serialNumber].map((cell) => cell ?? ''),
      ),
    },
    {
      title: 'Cipher Suites',
      titles: ['Protocol', 'Cipher Suite'],
      rows: suites.flatMap(([version, names = []]) => names.map((name) => [version, name])),
    },
    {
      title: 'Addresses and Certificates',
      titles: servedTitles,
      rows: servedRows(known.addresses ?? [], known.servedCertificates ?? []),
    },
    {
      title: 'Certificate Timestamps',
      titles: timestampTitles,
      rows: known.transparency == null ? [] : timestampRows(known.transparency),
    },
    { title: 'Who Can Connect', titles: clientTitles, rows: clientRows(known.clients ?? []) },
    {
      title: 'Findings',
      titles: ['Name', 'Evidence'],
      rows: [...(known.findings ?? []), ...(known.notes ?? [])].map(({ name, evidence }) => [name, evidence ?? '']),
    },
  ];
}

/** Told by tables of their own, or of no use in one. */
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
  'findings',
  'notes',
  'pem',
  'gaps',
];

/** What has parts, such as a prime with its length and name, by those. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value)
    .filter((one) => one !== null)
    .join(' ');
}

function factRows(name: string, value: unknown): [string, string][] {
  if (ELSEWHERE.includes(name)) return [];
  if (value === null || value === undefined) return [[name, '']];
  if (Array.isArray(value)) return [[name, value.map(inWords).join(', ')]];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([inner, one]) => factRows(`${name}.${inner}`, one));
  }
  return [[name, String(value)]];
}

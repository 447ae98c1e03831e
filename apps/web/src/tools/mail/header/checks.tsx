import type { Alignment, ReadHeader } from '@sonde/contract/message-header/read-header';
import { KeyRound } from '../../../ui/icons/lucide/key-round.ts';
import { ShieldCheck } from '../../../ui/icons/lucide/shield-check.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';

interface OfHeader {
  readonly read: ReadHeader;
}

const alignments: Readonly<Record<Alignment, string>> = {
  same: 'the domain in From',
  below: 'belongs to the domain in From, except in strict mode',
  perhaps: 'perhaps belongs to the domain in From',
  other: 'another domain than in From',
};

const fields: Readonly<Record<string, string>> = {
  results: 'receiver',
  arc: 'intermediary (ARC)',
  internal: 'inside Exchange',
  'received-spf': 'receiver (Received-SPF)',
};

/** What servers have checked. Only what passed can speak for the domain in From. */
export function ChecksPanel({ read: { results, filters } }: OfHeader) {
  if (results.length + filters.length === 0) return null;
  const rows = [
    ...results.map(({ source, server, method, result, domain, alignment }) => [
      method,
      result,
      domain ?? '–',
      alignment === null || result !== 'pass' ? '–' : alignments[alignment],
      [server, fields[source]].filter((one) => one !== null && one !== undefined).join(', '),
    ]),
    ...filters.map(({ name, verdict, why }) => ['filter', verdict, '–', why, name]),
  ];
  return (
    <Panel title="Checks" icon={ShieldCheck} count={rows.length}>
      <RecordTable label="Checks" titles={['Check', 'Result', 'Domain', 'Meaning', 'Checked by']} rows={rows} />
    </Panel>
  );
}

export function SignaturesPanel({ read: { signatures } }: OfHeader) {
  if (signatures.length === 0) return null;
  const rows = signatures.map(({ domain, selector, alignment }) => [
    domain,
    selector,
    alignment === null ? '–' : alignments[alignment],
  ]);
  return (
    <Panel title="Signatures (DKIM)" icon={KeyRound} count={rows.length}>
      <RecordTable label="Signatures" titles={['Signed by', 'Selector', 'Meaning']} rows={rows} />
    </Panel>
  );
}

import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { counted } from '../../ui/counted.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { gapSentences } from './messages.ts';
import type { DnsAnswer } from './query.ts';
import { reverseWords, targetOf } from './reverse-lookup.ts';
import { texts } from './texts.ts';
import { meaningOf } from './type-meanings.ts';

export interface AnswerProps {
  readonly data: DnsAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The records, one table per type. While a newer lookup runs they stay, dimmed. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  return (
    <LookupFrame
      {...(isBusy && { status: <StatusLine text={texts.loading} onCancel={onCancel} /> })}
      top={
        <>
          <Summary data={data} />
          <AlsoCheck tool="dns" target={targetOf(data)} />
        </>
      }
    >
      {data.records.map((table) => (
        <RecordPanel key={table.recordName} table={table} />
      ))}
    </LookupFrame>
  );
}

function Summary({ data }: { readonly data: DnsAnswer }) {
  const target = targetOf(data);
  const count = data.records.reduce((sum, { data: rows }) => sum + rows.length, 0);
  const summary = `${counted(count, 'record')} in ${counted(data.records.length, 'type')}`;
  return (
    <AnswerCard
      title={target}
      mono
      sub={`${reverseWords(data)}${summary}${data.resolver === null ? '' : `, answered by ${data.resolver}`}`}
      notes={gapSentences(data)}
      badge={<Validation data={data} />}
      announcement={`${target}: ${summary}`}
      actions={
        <>
          <ShareButton />
          <ExportMenu tool="dns" target={target} data={data} tables={data.records.map(exportTable)} />
        </>
      }
    >
      <nav className="jump" aria-label="Record types">
        {data.records.map(({ recordName, data: rows }) => (
          <Chip key={recordName} href={`#${recordName}`} count={rows.length}>
            {recordName}
          </Chip>
        ))}
      </nav>
    </AnswerCard>
  );
}

function RecordPanel({ table }: { readonly table: Table }) {
  const { recordName, titles, data: rows } = table;
  const asText = rows.map((row) => row.join('\t')).join('\n');
  return (
    <Panel
      id={recordName}
      title={headingOf(table)}
      count={rows.length}
      note={meaningOf(recordName)}
      actions={<CopyButton label={`${recordName} records`} text={asText} />}
    >
      <RecordTable label={headingOf(table)} titles={titles} rows={rows} />
    </Panel>
  );
}

type Table = DnsAnswer['records'][number];

const headingOf = ({ recordName }: Table) => `${recordName} Records`;

function exportTable(table: Table) {
  return { title: headingOf(table), titles: table.titles, rows: table.data };
}

/** What the resolver says of DNSSEC; it is the resolver's word, not our own proof. */
function Validation({ data }: { readonly data: DnsAnswer }) {
  if (data.validationFailed) return <Badge tone="bad">DNSSEC validation failed</Badge>;
  if (data.authenticated) return <Badge tone="ok">DNSSEC validated</Badge>;
  return data.authenticated === null ? null : <Badge>Not validated by DNSSEC</Badge>;
}

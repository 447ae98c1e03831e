import { type ReactNode, useState } from 'react';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { counted } from '../../ui/counted.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import { copiedRows, holdsText, looksOf, type Table } from './column-looks.tsx';
import { gapSentences } from './messages.ts';
import type { DnsAnswer } from './query.ts';
import { reverseWords, targetOf } from './reverse-lookup.ts';
import { texts } from './texts.ts';
import { TypeFilter } from './type-filter.tsx';
import { meaningOf } from './type-meanings.ts';

export interface AnswerProps {
  readonly data: DnsAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The records, one table per type. While a newer lookup runs they stay, dimmed. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tables = data.records.filter(({ recordName }) => chosen.size === 0 || chosen.has(recordName));
  const spans = spansOf(tables);
  return (
    <LookupFrame
      {...(isBusy && { status: <StatusLine text={texts.loading} onCancel={onCancel} /> })}
      top={
        <>
          <Summary data={data}>
            <TypeFilter tables={data.records} chosen={chosen} onChoose={setChosen} />
          </Summary>
          <AlsoCheck tool="dns" target={targetOf(data)} />
        </>
      }
    >
      <div className="grid records c12">
        {tables.map((table, index) => (
          <RecordPanel key={table.recordName} table={table} domain={data.domain} span={spans[index] ?? 12} />
        ))}
      </div>
    </LookupFrame>
  );
}

function Summary({ data, children }: { readonly data: DnsAnswer; readonly children: ReactNode }) {
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
      {children}
    </AnswerCard>
  );
}

interface RecordPanelProps {
  readonly table: Table;
  readonly domain: string;
  readonly span: 6 | 12;
}

function RecordPanel({ table, domain, span }: RecordPanelProps) {
  const [isRaw, setRaw] = useState(false);
  const { recordName, titles, data: rows } = table;
  const copied = copiedRows(table, isRaw).map((row) => row.join('\t'));
  return (
    <Panel
      id={recordName}
      title={headingOf(table)}
      count={rows.length}
      span={span}
      note={meaningOf(recordName)}
      actions={
        <>
          {holdsText(table) && (
            <button className="btn" type="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
              As served
            </button>
          )}
          <CopyButton label={`${recordName} records`} text={copied.join('\n')} />
        </>
      }
    >
      <RecordTable label={headingOf(table)} titles={titles} rows={rows} looks={looksOf(table, domain, isRaw)} />
    </Panel>
  );
}

const headingOf = ({ recordName }: Table) => `${recordName} Records`;

function exportTable(table: Table) {
  return { title: headingOf(table), titles: table.titles, rows: table.data };
}

/** Tables of few and short columns stand two in a row: the name is told above them, the TTL is short. */
const NARROW = 4;
/** Beside a longer one there would be a hole. */
const FEW = 6;

/** Columns of the twelve for each table: two narrow ones that follow each other share a row. */
function spansOf(tables: readonly Table[]): readonly (6 | 12)[] {
  const isNarrow = (table: Table | undefined) =>
    table !== undefined && !holdsText(table) && table.titles.length <= NARROW && table.data.length <= FEW;
  const spans: (6 | 12)[] = [];
  while (spans.length < tables.length) {
    const isPair = isNarrow(tables[spans.length]) && isNarrow(tables[spans.length + 1]);
    spans.push(...(isPair ? ([6, 6] as const) : ([12] as const)));
  }
  return spans;
}

/** What the resolver says of DNSSEC; it is the resolver's word, not our own proof. */
function Validation({ data }: { readonly data: DnsAnswer }) {
  if (data.validationFailed) return <Badge tone="bad">DNSSEC validation failed</Badge>;
  if (data.authenticated) return <Badge tone="ok">DNSSEC validated</Badge>;
  return data.authenticated === null ? null : <Badge>Not validated by DNSSEC</Badge>;
}

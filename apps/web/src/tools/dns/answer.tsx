import { nameExplanations } from '@sonde/contract/finding/names/explanations';
import { counted } from '@sonde/contract/text/counted';
import { dnsExplanations } from '@sonde/contract/tools/dns/explanations';
import { aliasPicture } from '@sonde/contract/tools/dns/pictures';
import { dnsTables, headingOf } from '@sonde/contract/tools/dns/tables';
import { useState } from 'react';
import { Picture } from '../../ui/charts/picture.tsx';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { Route } from '../../ui/icons/lucide/route.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { recordsPart } from './came-from.ts';
import { comparableTypes } from './everywhere/comparable-types.ts';
import { Everywhere } from './everywhere/everywhere.tsx';
import { gapSentences, hasFinding } from './messages.ts';
import type { DnsOptions } from './options/dns-options.ts';
import type { DnsAnswer } from './query.ts';
import { CheckDelegation, Reasons } from './reasons.tsx';
import { copiedRows, formatsOf, holdsText, type RecordsOfType } from './records/column-formats.tsx';
import { reverseWords, targetOf } from './records/reverse-lookup.ts';
import { TypeFilter } from './records/type-filter.tsx';
import { meaningOf } from './records/type-meanings.ts';
import { ServerPanel } from './server-panel.tsx';
import { texts } from './texts.ts';

addExplanations(nameExplanations);
addExplanations(dnsExplanations);

interface AnswerProps {
  readonly data: DnsAnswer;
  readonly options: DnsOptions;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** The records, one table per type. They stay, dimmed, while a newer lookup runs. */
export function Answer({ data, options, isBusy, onCancel }: AnswerProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tables = data.records.filter(({ recordName }) => chosen.size === 0 || chosen.has(recordName));
  const spans = spansOf(tables);
  const found = data.records.map(({ recordName }) => recordName);
  const target = targetOf(data);
  const count = data.records.reduce((sum, { data: rows }) => sum + rows.length, 0);
  const summary = `${counted(count, 'record')} in ${counted(data.records.length, 'type')}`;
  return (
    <AnswerPage
      tool="dns"
      target={target}
      title={target}
      mono
      answer={data}
      good="Resolvers get these records, and nothing in them needs fixing."
      facts={[
        `${reverseWords(data)}${summary}${data.resolver === null ? '' : `, answered by ${data.resolver}`}${data.server?.authoritative ? ', authoritative' : ''}`,
        validationWords(data),
      ]}
      notes={gapSentences(data)}
      announcement={`${target}: ${summary}`}
      outdated={isBusy ? { text: texts.loading, onCancel } : null}
      panelOf={panelOf}
      actionOf={({ code }) => code === 'dnssec-failed' && <CheckDelegation domain={data.domain} />}
      actions={<AnswerActions tool="dns" target={target} data={data} tables={dnsTables(data)} />}
      aside={data.records.length > 1 && <TypeFilter tables={data.records} chosen={chosen} onChoose={setChosen} />}
    >
      <Aliases data={data} />
      <div className="grid records c12">
        {tables.map((table, index) => (
          <RecordPanel key={table.recordName} table={table} domain={data.domain} span={spans[index] ?? 12} />
        ))}
      </div>
      <ServerPanel data={data} />
      <Reasons data={data} />
      <Everywhere key={data.domain} domain={data.domain} options={options} types={comparableTypes(found, options)} />
    </AnswerPage>
  );
}

function Aliases({ data }: { readonly data: DnsAnswer }) {
  const picture = aliasPicture(data);
  if (picture === null) return null;
  return (
    <Panel title="Way to the addresses" icon={Route}>
      <Picture of={picture} />
    </Panel>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  addresses: 'A',
  aliases: 'CNAME',
  servers: 'NS',
  caa: 'CAA',
  mail: 'MX',
  spf: 'TXT',
  dmarc: 'TXT',
  resolvers: 'public-resolvers',
};

interface RecordPanelProps {
  readonly table: RecordsOfType;
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
      <CameFrom what={headingOf(table)} parts={[recordsPart(table, domain)]} />
      <RecordTable label={headingOf(table)} titles={titles} rows={rows} formats={formatsOf(table, domain, isRaw)} />
    </Panel>
  );
}

/** Tables with few short columns can share a row: the name is shown above them, and the TTL is short. */
const NARROW = 4;
/** Next to a longer table there would be a gap. */
const FEW = 6;

/** How many of the grid's twelve columns each table takes: two consecutive narrow ones share a row. */
function spansOf(tables: readonly RecordsOfType[]): readonly (6 | 12)[] {
  const isNarrow = (table: RecordsOfType | undefined) =>
    table !== undefined && !holdsText(table) && table.titles.length <= NARROW && table.data.length <= FEW;
  const spans: (6 | 12)[] = [];
  while (spans.length < tables.length) {
    const isPair = isNarrow(tables[spans.length]) && isNarrow(tables[spans.length + 1]);
    spans.push(...(isPair ? ([6, 6] as const) : ([12] as const)));
  }
  return spans;
}

/** The resolver's statement on DNSSEC; it is not verified by this tool. The verdict says that validation failed. */
function validationWords({ validationFailed, authenticated, findings }: DnsAnswer): string | null {
  if (hasFinding({ findings }, 'dnssec-failed')) return null;
  if (validationFailed) return 'DNSSEC validation failed';
  if (authenticated) return 'DNSSEC validated';
  return authenticated === null ? null : 'Not validated by DNSSEC';
}

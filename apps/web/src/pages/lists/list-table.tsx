import type { ToolId } from '@sonde/contract';
import { expiryOf, hasEndings } from '@sonde/contract/answers/endings';
import type { Verdict } from '@sonde/contract/finding/check-result';
import { verdictWords } from '@sonde/contract/finding/verdict-words';
import { expiryColumns } from '@sonde/contract/lists/list-outcome';
import { listedPlaces } from '@sonde/contract/own-place';
import { placeRow } from '@sonde/contract/places/place-rows';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'wouter';
import { expiryCells, soonestFirst } from '../../tools/answer/expiry-cells.ts';
import { ExpiryOrder, expiryFormats } from '../../tools/answer/expiry-order.tsx';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge, type Tone } from '../../ui/tables/badge.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { useSecondsUntil } from '../../ui/times/use-seconds-until.ts';
import { type Row, resultInWords } from './list-lookup.ts';

export interface ListTableProps {
  readonly tool: string;
  /** The ids of the places besides this server. */
  readonly from: readonly string[];
  readonly rows: readonly Row[];
  readonly isRunning: boolean;
  /** When the list goes on, in milliseconds since 1970; null while it runs. */
  readonly pausedUntil: number | null;
}

const TONES: Readonly<Record<string, Tone>> = {
  [verdictWords.broken]: 'bad',
  [verdictWords.warning]: 'warn',
  [verdictWords.good]: 'ok',
  'No answer': 'warn',
};

/** The targets of a list with their verdicts; each leads to its whole answer. */
export function ListTable({ tool, from, rows, isRunning, pausedUntil }: ListTableProps) {
  const card = useContext(ToolsContext).find(({ id }) => id === tool);
  const [isBySoonest, setBySoonest] = useState(false);
  const isDated = hasEndings({ id: tool });
  const columns = [
    ...(from.length === 0 ? ['Target', 'Verdict'] : ['Target', 'As seen from', 'Verdict']),
    ...(isDated ? expiryColumns : []),
    'Result',
  ];
  const inOrder =
    from.length === 0 ? rows.map((row) => cellsOf(tool, row)) : rows.flatMap((row) => placedCells(tool, row));
  const expires = columns.indexOf(expiryColumns[0]);
  const left = inOrder.map((row) => row[columns.indexOf(expiryColumns[1])] ?? '');
  const cells = isDated && isBySoonest ? soonestFirst(inOrder, (row) => row[expires]) : inOrder;
  function link(target: string): ReactNode {
    const href = card === undefined ? null : lookupLink(card, target);
    return href === null ? shownText(target) : <Link href={href}>{shownText(target)}</Link>;
  }
  const formats = new Map([
    ['Target', { show: link }],
    [
      'Verdict',
      { show: (word: string) => (word === '' ? null : <Badge tone={TONES[word] ?? 'neutral'}>{word}</Badge>) },
    ],
    ...expiryFormats,
  ]);
  const table = { title: 'List', columns, rows: cells };
  return (
    <Panel
      title={card?.name ?? tool}
      note={summaryOf(rows)}
      actions={<ExportMenu tool={tool} target="list" data={{ rows: cells }} tables={[table]} disabled={isRunning} />}
    >
      <Progress rows={rows} isRunning={isRunning} pausedUntil={pausedUntil} />
      {isDated && (
        <p className="lists-row">
          <ExpiryOrder left={left} isBySoonest={isBySoonest} onChange={setBySoonest} />
        </p>
      )}
      <RecordTable label="Targets of the list" titles={columns} rows={cells} formats={formats} isStacked />
    </Panel>
  );
}

const cellsOf = (tool: string, row: Row): string[] => [
  row.target,
  verdictOf(row),
  ...expiryIn(tool, row.data ?? null, row.state === 'answered' || row.state === 'failed'),
  resultInWords(tool, row),
];

/** Nothing for tools whose answers have no end; empty while there is no answer yet. */
function expiryIn(tool: string, answer: Readonly<Record<string, unknown>> | null, hasEnded: boolean) {
  if (!hasEndings({ id: tool })) return [];
  if (!hasEnded) return expiryColumns.map(() => '');
  const checkedAt = answer?.['checkedAt'];
  const measuredAt = typeof checkedAt === 'string' ? checkedAt : null;
  const expiresAt = expiryOf(tool, answer);
  return expiryCells({ measuredAt, ...(expiresAt === undefined ? {} : { expiresAt }) });
}

/** One row for each place that was asked; until then, one for the target. */
function placedCells(tool: string, row: Row): string[][] {
  const { target, data: { seenFrom } = {} } = row;
  if (seenFrom === undefined) return [[target, '', ...cellsOf(tool, row).slice(1)]];
  return seenFrom.map((answer) => {
    const { place, result, headline } = placeRow(tool as ToolId, answer);
    return [target, listedPlaces([place]), result, ...expiryIn(tool, answer.data, true), headline];
  });
}

function Progress({ rows, isRunning, pausedUntil }: Omit<ListTableProps, 'tool' | 'from'>) {
  const seconds = useSecondsUntil(pausedUntil);
  if (!isRunning) return null;
  const done = rows.filter(({ state }) => state === 'answered' || state === 'failed').length;
  return (
    <p className="lists-read" role="status">
      {done} of {rows.length} checked.
      {seconds > 0 && ` Your allowance on this server is used up for the moment: the list goes on in ${seconds} s.`}
    </p>
  );
}

function verdictOf({ state, data }: Row): string {
  if (state === 'failed') return 'No answer';
  if (state === 'running') return 'Checking…';
  const { verdict } = data ?? {};
  return verdict === undefined ? '' : verdictWords[verdict];
}

const ORDER: readonly Verdict[] = ['broken', 'warning', 'unknown', 'good'];

/** `2 broken, 1 warning, 47 good` */
function summaryOf(rows: readonly Row[]): string {
  const answers = rows.flatMap(({ data }): readonly (Readonly<Record<string, unknown>> | null)[] => {
    if (data === undefined) return [];
    return data.seenFrom === undefined ? [data] : data.seenFrom.map((one) => one.data);
  });
  const counts = ORDER.map((verdict) => ({
    word: verdictWords[verdict].toLowerCase(),
    count: answers.filter((answer) => answer?.['verdict'] === verdict).length,
  }));
  const unanswered = answers.filter((answer) => answer === null).length;
  const failed = {
    word: 'without an answer',
    count: unanswered + rows.filter(({ state }) => state === 'failed').length,
  };
  return [...counts, failed]
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ');
}

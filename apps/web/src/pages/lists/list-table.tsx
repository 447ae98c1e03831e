import type { ToolId } from '@sonde/contract';
import { hasEndings } from '@sonde/contract/answers/endings';
import type { Verdict } from '@sonde/contract/finding/check-result';
import { verdictWords } from '@sonde/contract/finding/verdict-words';
import { listedPlaces } from '@sonde/contract/own-place';
import { placeRow } from '@sonde/contract/places/place-rows';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'wouter';
import { lookupLink } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ExportMenu } from '../../ui/export/export-menu.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Badge, type Tone } from '../../ui/tables/badge.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { shownText } from '../../ui/text/shown-text.ts';
import { useSecondsUntil } from '../../ui/times/use-seconds-until.ts';
import { ENDING_COLUMNS, EXPIRED, endingCells, soonestFirst } from './list-endings.ts';
import { resultInWords } from './list-lookup.ts';
import type { Row } from './use-list-run.ts';

export interface ListTableProps {
  readonly tool: string;
  /** The ids of the places; none for this server alone. */
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
    ...(isDated ? ENDING_COLUMNS : []),
    'Result',
  ];
  const inOrder =
    from.length === 0 ? rows.map((row) => cellsOf(tool, row)) : rows.flatMap((row) => placedCells(tool, row));
  const cells = isDated && isBySoonest ? soonestFirst(inOrder, columns.indexOf('Expires')) : inOrder;
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
    ['Days left', { show: (left: string) => (left === EXPIRED ? <Badge tone="bad">{left}</Badge> : null) }],
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
          <label>
            Order{' '}
            <select
              value={isBySoonest ? 'soonest' : 'list'}
              onChange={({ target }) => setBySoonest(target.value === 'soonest')}
            >
              <option value="list">As in the list</option>
              <option value="soonest">Expires soonest first</option>
            </select>
          </label>
        </p>
      )}
      <RecordTable label="Targets of the list" titles={columns} rows={cells} formats={formats} isStacked />
    </Panel>
  );
}

const cellsOf = (tool: string, row: Row): string[] => [
  row.target,
  verdictOf(row),
  ...endingOf(tool, row.data ?? null, row.state === 'answered' || row.state === 'failed'),
  resultInWords(tool, row),
];

/** Nothing for tools whose answers have no end; empty while there is no answer yet. */
function endingOf(tool: string, answer: Readonly<Record<string, unknown>> | null, hasEnded: boolean) {
  if (!hasEndings({ id: tool })) return [];
  return hasEnded ? endingCells(tool as ToolId, answer) : ENDING_COLUMNS.map(() => '');
}

/** One row for each place that was asked; until then, one for the target. */
function placedCells(tool: string, row: Row): string[][] {
  const { target, data: { seenFrom } = {} } = row;
  if (seenFrom === undefined) return [[target, '', ...cellsOf(tool, row).slice(1)]];
  return seenFrom.map((answer) => {
    const { place, result, headline } = placeRow(tool as ToolId, answer);
    return [target, listedPlaces([place]), result, ...endingOf(tool, answer.data, true), headline];
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

import type { ToolId } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import {
  expiryCells,
  expiryColumns,
  listColumns,
  listedLookup,
  listRow,
  placedListColumns,
  placedListRow,
  summaryOf,
} from '@sonde/contract/lists/list-outcome';
import { toCsv } from '@sonde/contract/table/formats';
import { counted } from '@sonde/contract/text/counted';
import { toJunit } from '../print/junit.ts';
import { printable, printableJson } from '../print/printable.ts';
import { toSarif } from '../print/sarif.ts';
import { renderTable } from '../print/table.ts';
import { bold, type Terminal } from '../print/terminal.ts';
import { lookupInWords } from './baseline.ts';
import { asResult, type CheckedItem } from './check-result.ts';
import type { CheckCall, CheckFormat } from './read-check.ts';

/** What is printed of a check. */
export interface CheckReport {
  readonly results: readonly CheckedItem[];
  /** How many lookups were not made, because the check was stopped early. */
  readonly notMade: number;
}

type Writer = (report: CheckReport, command: CheckCall, terminal: Terminal) => string;

/** Lines of ndjson are not printed here, but as soon as a lookup has ended. */
const writers: Readonly<Record<Exclude<CheckFormat, 'ndjson'>, Writer>> = {
  table: toTable,
  csv({ results }) {
    const rows = results.map((one) => rowOf(one, hasPlaces(results)).map(printable));
    return toCsv([{ title: 'Check', columns: columnsOf(results), rows }]);
  },
  json: ({ results, notMade }) =>
    printableJson({ type: 'check', results: results.map(lineOf), summary: summaryOf(results), notMade }),
  junit: ({ results, notMade }, command) =>
    toJunit(
      results.map((one) => asResult(command, one)),
      command.failOn ?? 'warn',
      notMade === 0 ? null : notMadeText(notMade),
    ),
  sarif: ({ results, notMade }, command) =>
    printableJson(
      toSarif(
        results.map((one) => asResult(command, one)),
        'sonde/check',
        notMade === 0 ? null : notMadeText(notMade),
      ),
    ),
};

/** A sentence for readers of an incomplete report. */
export const notMadeText = (notMade: number): string =>
  `${counted(notMade, 'lookup')} of the list ${notMade === 1 ? 'was' : 'were'} not made.`;

/** The whole check in one format, without the line feed at its end; null where nothing is left to print. */
export function formatCheck(
  format: CheckFormat,
  report: CheckReport,
  command: CheckCall,
  terminal: Terminal,
): string | null {
  return format === 'ndjson' ? null : writers[format](report, command, terminal).replace(/\r?\n$/, '');
}

/** One result as a line of ndjson, which a later check can take as its baseline. */
export const checkLine = (result: CheckedItem): string => printableJson(lineOf(result), 0);

const lineOf = ({ durationMs: _ms, endedAt: _at, missed, changes, ...ended }: CheckedItem) => ({
  ...ended,
  // Policies name facts by their paths.
  facts: ended.outcome?.success ? Object.fromEntries(readableFacts(ended.tool as ToolId, ended.outcome._data)) : {},
  missed,
  changes,
});

const hasPlaces = (results: readonly CheckedItem[]) => results.some(({ place }) => place !== undefined);

const columnsOf = (results: readonly CheckedItem[]): string[] => [
  ...(hasPlaces(results) ? placedListColumns : listColumns),
  'Policy missed',
  'Changed',
  ...expiryColumns,
];

function rowOf({ missed, changes, ...ended }: CheckedItem, isPlaced: boolean): string[] {
  const lookup = listedLookup(ended);
  return [
    ...(isPlaced ? placedListRow : listRow)(lookup),
    missed.map(({ path, why }) => `${path}: ${why}`).join(' '),
    changes.map(({ label, text }) => `${label}: ${text}`).join(' '),
    ...expiryCells(lookup),
  ];
}

const SHOWN = ['Target', 'Tool', 'Place', 'State', 'Verdict'];
const DAYS_LEFT = 'Days left' satisfies (typeof expiryColumns)[number];

function toTable({ results }: CheckReport, _command: CheckCall, terminal: Terminal): string {
  const columns = columnsOf(results);
  const all = results.map((one) => rowOf(one, hasPlaces(results)));
  const left = columns.indexOf(DAYS_LEFT);
  const titlesShown = all.some((cells) => cells[left] !== '') ? [...SHOWN, DAYS_LEFT] : SHOWN;
  const shown = titlesShown.flatMap((title) => (columns.includes(title) ? [columns.indexOf(title)] : []));
  const rows = results.map((one, at) => {
    const cells = all[at] ?? [];
    return [
      ...shown.map((column) => cells[column] ?? ''),
      cells[columns.indexOf('Failure')] || String(one.missed.length || ''),
      String(one.changes.length || ''),
    ];
  });
  const titles = [...shown.map((column) => columns[column] ?? ''), 'Missed or failed', 'Changed'];
  const sections = [
    renderTable(titles, rows, terminal.columns),
    sentences('Policy missed', results, ({ missed }) => missed.map(({ path, why }) => `${path}: ${why}`), terminal),
    sentences(
      'Changed since the baseline',
      results,
      ({ changes }) => changes.map(({ label, text }) => `${label}: ${text}`),
      terminal,
    ),
    summaryLines(results, terminal),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function sentences(
  heading: string,
  results: readonly CheckedItem[],
  read: (result: CheckedItem) => readonly string[],
  terminal: Terminal,
): string[] {
  const lines = results.flatMap((one) => read(one).map((text) => `  ${printable(`${lookupInWords(one)}: ${text}`)}`));
  return lines.length === 0 ? [] : [bold(heading, terminal), ...lines];
}

function summaryLines(results: readonly CheckedItem[], terminal: Terminal): string[] {
  const rows = summaryOf(results)
    .filter(({ state }) => state !== 'good')
    .map(({ state, code, tool, targets }) => [state, code, tool, String(targets)]);
  return rows.length === 0
    ? []
    : [bold('Findings', terminal), ...renderTable(['State', 'Code', 'Tool', 'Targets'], rows, terminal.columns)];
}

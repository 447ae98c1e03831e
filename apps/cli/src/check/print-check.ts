import type { ToolId } from '@sonde/contract';
import { readableFacts } from '@sonde/contract/answers/answer-facts';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import { listColumns, listedLookup, listRow, summaryOf } from '@sonde/contract/lists/list-outcome';
import { toCsv } from '@sonde/contract/table/formats';
import { counted } from '@sonde/contract/text/counted';
import { toJunit } from '../print/junit.ts';
import { printable, printableJson } from '../print/printable.ts';
import { toSarif } from '../print/sarif.ts';
import { renderTable } from '../print/table.ts';
import { bold, type Terminal } from '../print/terminal.ts';
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
  csv: ({ results }) =>
    toCsv([{ title: 'Check', columns: [...columns], rows: results.map((one) => rowOf(one).map(printable)) }]),
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

const lineOf = ({ target, tool, outcome, missed, changes }: CheckedItem) => ({
  target,
  tool,
  outcome,
  // Policies name facts by their paths.
  facts: outcome.success ? Object.fromEntries(readableFacts(tool as ToolId, outcome._data)) : {},
  missed,
  changes,
});

const columns = [...listColumns, 'Policy missed', 'Changed'] as const;

const rowOf = ({ missed, changes, ...outcome }: CheckedItem): string[] => [
  ...listRow(listedLookup(outcome satisfies ListOutcome)),
  missed.map(({ path, why }) => `${path}: ${why}`).join(' '),
  changes.map(({ label, text }) => `${label}: ${text}`).join(' '),
];

const SHOWN = [0, 1, 2, 3] as const;

function toTable({ results }: CheckReport, _command: CheckCall, terminal: Terminal): string {
  const rows = results.map((one) => {
    const cells = rowOf(one);
    return [
      ...SHOWN.map((at) => cells[at] ?? ''),
      cells[6] || String(one.missed.length || ''),
      String(one.changes.length || ''),
    ];
  });
  const titles = [...SHOWN.map((at) => columns[at] ?? ''), 'Missed or failed', 'Changed'];
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
  const lines = results.flatMap((one) =>
    read(one).map((text) => `  ${printable(`${one.target} (${one.tool}): ${text}`)}`),
  );
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

import { tools } from '@sonde/contract';
import { checksOf } from '@sonde/contract/answers/answer-checks';
import { answerTables, tablesBesideFindings } from '@sonde/contract/answers/answer-tables';
import { headlinesOf } from '@sonde/contract/answers/headlines';
import { readingOrderOf } from '@sonde/contract/answers/reading-order';
import type { FindingState } from '@sonde/contract/finding/finding';
import { findingTables } from '@sonde/contract/table/findings';
import { toCsv, toMarkdown } from '@sonde/contract/table/formats';
import type { Table } from '@sonde/contract/table/table';
import { withUnicodeNames } from '@sonde/contract/table/unicode-column';
import { renderFindings } from './findings.ts';
import type { OutputFormat } from './format-names.ts';
import { toJunit } from './junit.ts';
import { failureLine, type PrintedLookup, type Result } from './lookup-result.ts';
import { printable, printableJson } from './printable.ts';
import { renderAnswer } from './render.ts';
import { runIdOf, toSarif } from './sarif.ts';
import type { Terminal } from './terminal.ts';

export interface PrintOptions {
  readonly terminal: Terminal;
  /** Whether a table includes fields without a value and long lists. */
  readonly isComplete: boolean;
  /** The least severe state that counts as a failed test. */
  readonly failOn: FindingState | null;
}

type Writer = (result: Result, options: PrintOptions) => string | null;
type Answered = Extract<Result, { kind: 'answer' }>;

/** A format for readers or for a single answer: nothing is printed for a failure, which standard error explains. */
const answersOnly =
  (write: (result: Answered, options: PrintOptions) => string): Writer =>
  (result, options) =>
    result.kind === 'answer' ? write(result, options) : null;

const writers: Readonly<Record<OutputFormat, Writer>> = {
  table: answersOnly(toText),
  json: answersOnly(({ answer }) => printableJson(answer)),
  ndjson: (result) => printableJson(result.kind === 'answer' ? answerLine(result) : failureLine(result), 0),
  csv: answersOnly(({ id, answer }) => toCsv(printableTables(tablesBesideFindings(id, answer)))),
  'csv-findings': answersOnly(({ answer }) => toCsv(printableTables(findingTables(answer)))),
  markdown: answersOnly((result) => toMarkdown(printable(headingOf(result)), tablesOf(result))),
  junit: (result, { failOn }) => toJunit([result], failOn ?? 'warn'),
  sarif: (result) => printableJson(toSarif([result], runIdOf(result))),
};

/** Formats a result, without the final newline; null if the format has no output for it. */
export function formatResult(format: OutputFormat, result: Result, options: PrintOptions): string | null {
  return writers[format](result, options)?.replace(/\n$/, '') ?? null;
}

const answerLine = ({ id, target, answer }: Answered) => ({ type: 'answer', tool: id, target, data: answer });
const headingOf = ({ id, target }: PrintedLookup) => `${id} ${target}`;

function toText({ id, target, answer }: Answered, { terminal, isComplete }: PrintOptions): string {
  const { findings } = answer;
  // Fields of the tool's own data only: what judges it is printed above.
  const beside = ['gaps', 'findings', 'checks', 'verdict'].filter((name) => !Object.hasOwn(tools[id].data.shape, name));
  const data = Object.fromEntries(Object.entries(answer).filter(([name]) => !beside.includes(name)));
  const headlines = headlinesOf(id, answer);
  const judged = renderFindings({
    target,
    checks: checksOf(id, answer, findings),
    findings,
    headlines,
    terminal,
    isComplete,
  });
  return [...judged, '', ...renderAnswer(data, { terminal, order: readingOrderOf(id), isComplete })].join('\n');
}

/** The tables that the pages export, and the findings. Their texts come from servers that may be malicious. */
function tablesOf({ id, answer }: Answered): readonly Table[] {
  return printableTables(answerTables(id, answer));
}

/** Tables as they are exported; their texts come from servers that may be malicious. */
export function printableTables(tables: readonly Table[]): readonly Table[] {
  return withUnicodeNames(tables).map(({ title, columns, rows }) => ({
    title: printable(title),
    columns: columns.map(printable),
    rows: rows.map((row) => row.map(printable)),
  }));
}

import { report as call, type ReportData } from '@sonde/contract';
import { headlinesOf } from '@sonde/contract/answers/headlines';
import { readingOrderOf } from '@sonde/contract/answers/reading-order';
import { stateWord } from '@sonde/contract/finding/verdict-words';
import { reportPage } from '@sonde/contract/report/html';
import type { ReadReport } from '@sonde/contract/report/read-part';
import { reportTables } from '@sonde/contract/report/report-tables';
import { findingTables } from '@sonde/contract/table/findings';
import { toCsv, toMarkdown } from '@sonde/contract/table/formats';
import { renderFindings, titleOf } from '../print/findings.ts';
import { type PrintOptions, printableTables } from '../print/formats.ts';
import { toJunit } from '../print/junit.ts';
import type { Result } from '../print/lookup-result.ts';
import { printable, printableJson } from '../print/printable.ts';
import { renderAnswer } from '../print/render.ts';
import { runIdOf, toSarif } from '../print/sarif.ts';
import { renderPairs } from '../print/table.ts';
import { bold, dim } from '../print/terminal.ts';
import { wrap, wrapBehind } from '../print/width.ts';
import type { ReportFormat } from './report-formats.ts';

/** A report with the results of its lookups. */
export interface MadeReport {
  readonly target: string;
  readonly results: readonly Result[];
  readonly report: ReportData;
}

type Writer = (made: MadeReport, options: PrintOptions) => string | null;

/** A format for readers or for a single answer: nothing is printed if no tool has an answer, which standard error explains. */
const answersOnly =
  (write: (made: MadeReport, options: PrintOptions) => string): Writer =>
  (made, options) =>
    made.results.some(({ kind }) => kind === 'answer') ? write(made, options) : null;

const writers: Readonly<Record<ReportFormat, Writer>> = {
  table: answersOnly(toText),
  json: answersOnly(({ report }) => printableJson(report)),
  // The parts were printed as soon as they ended.
  ndjson: answersOnly(({ target, report }) =>
    printableJson({ type: 'answer', tool: call.id, target, data: report }, 0),
  ),
  csv: answersOnly(({ report }) => toCsv(printableTables(reportTables(asRead(report))))),
  'csv-findings': answersOnly(({ report }) => toCsv(printableTables(findingTables(report)))),
  markdown: answersOnly((made) => toMarkdown(printable(`${call.id} ${made.target}`), tablesOf(made))),
  junit: ({ results }, { failOn }) => toJunit(results, failOn ?? 'warn'),
  sarif: ({ target, results }) => printableJson(toSarif(results, runIdOf({ id: call.id, target }))),
  html: answersOnly(({ report }) => reportPage(asRead(report))),
};

/** A report in one format, without the line feed at its end; null where the format has nothing to say of it. */
export function formatReport(format: ReportFormat, made: MadeReport, options: PrintOptions): string | null {
  return writers[format](made, options)?.replace(/\n$/, '') ?? null;
}

/** A report composed here needs no lenient reader. */
const asRead = (report: ReportData) => report as unknown as ReadReport;

const tablesOf = ({ report }: MadeReport) =>
  printableTables([...findingTables(report), ...reportTables(asRead(report))]);

/** Prints the verdict, the findings of all tools, then the facts found by each tool. */
function toText({ target, results, report }: MadeReport, options: PrintOptions): string {
  const { terminal, isComplete } = options;
  const { columns } = terminal;
  const judged = renderFindings({
    target,
    checks: report.checks ?? [],
    findings: report.findings,
    headlines: [],
    terminal,
    isComplete,
  });
  const parts = results.flatMap((result) => ['', ...partLines(result, options)]);
  const more = `--all prints the whole answers; sonde TOOL ${printable(target)} prints the answer of one tool.`;
  const hint = isComplete ? [] : ['', ...wrap(more, columns).map((line) => dim(line, terminal))];
  return [...judged, ...parts, ...hint].join('\n');
}

function partLines(result: Result, { terminal, isComplete }: PrintOptions): string[] {
  const { columns } = terminal;
  if (result.kind === 'failure') {
    const { code, message } = result.error;
    // That there is nothing is an answer.
    const lead = code === 'not-found' ? '' : 'not measured: ';
    return [bold(result.id, terminal), ...wrapBehind('  ', lead + printable(message), columns)];
  }
  const { id, answer } = result;
  const { gaps: _, findings, ...data } = answer;
  const [worst] = findings;
  const heading = worst === undefined ? id : `${id}: ${stateWord[worst.state]}, ${titleOf(worst)}`;
  const lines = wrap(heading, columns).map((line) => bold(line, terminal));
  if (isComplete) return [...lines, ...renderAnswer(data, { terminal, order: readingOrderOf(id), isComplete })];
  const facts = headlinesOf(id, answer).map(({ label, value }) => [label, value ?? ''] as const);
  return [...lines, ...renderPairs(facts, columns - 2).map((line) => `  ${line}`)];
}

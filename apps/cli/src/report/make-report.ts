import {
  answerEnvelope,
  failureEnvelope,
  failures,
  type PlannedPart,
  type ReportPart,
  report,
  reportPartsOf,
  type ToolId,
} from '@sonde/contract';
import { hasEndings } from '@sonde/contract/answers/endings';
import { composeReport } from '@sonde/contract/report/compose';
import { hostKinds, readTarget } from '@sonde/contract/targets/target-kinds';
import type { LookupContext } from '../cli-context.ts';
import { answerStatus, EXIT } from '../exit-status.ts';
import type { Common } from '../input/options.ts';
import { gapText, measured, printFailure } from '../look-up.ts';
import { formatResult } from '../print/formats.ts';
import type { Result } from '../print/lookup-result.ts';
import { printable } from '../print/printable.ts';
import { forTerminal } from '../print/terminal-words.ts';
import { formatReport, type MadeReport } from './format-report.ts';
import type { ReportFormat } from './report-formats.ts';

export interface ReportCall extends Common<ReportFormat> {
  /** The target as typed. */
  readonly target: string;
}

/** Runs all tools that take part in the report at once, prints the result, and returns the exit status. */
export async function makeReport(command: ReportCall, context: LookupContext): Promise<number> {
  const { isTerminal, terminal, signal, out, err } = context;
  const { isComplete, failOn, warnDays } = command;
  const format = command.format ?? (isTerminal ? 'table' : 'json');
  const target = readReportTarget(command.target, err);
  if (target === null) return EXIT.usage;
  const ended = await Promise.all(
    reportPartsOf(target).map((part) => measurePart(part, { format, warnDays }, context)),
  );
  const results = ended.flatMap((result) => result ?? []);
  if (signal.aborted) return EXIT.interrupted;
  const made = { target, results, report: composeReport(target, results.map(partOf)) };
  const text = formatReport(format, made, { terminal, isComplete, failOn });
  if (text !== null) out(text);
  printGaps(made, err);
  return statusOf(made, failOn);
}

/** The target in canonical form; null, and why, for what is none. */
function readReportTarget(typed: string, err: (text: string) => void): string | null {
  const { data, error } = report.query.safeParse({ target: typed });
  if (data === undefined) {
    err(`sonde: ${printable(forTerminal(error?.issues[0]?.message ?? 'The target is not valid.'))}`);
    return null;
  }
  const isLiteral = readTarget(typed.trim(), hostKinds) !== null;
  if (!isLiteral) err(`sonde: ${printable(JSON.stringify(typed))} was interpreted as ${data.target}`);
  return data.target;
}

interface PartOptions {
  readonly format: ReportFormat;
  readonly warnDays: number | null;
}

/** Measures one part; null if it was interrupted. */
async function measurePart(
  { tool, question }: PlannedPart,
  { format, warnDays }: PartOptions,
  context: LookupContext,
): Promise<Result | null> {
  const days = hasEndings(tool) ? warnDays : null;
  const result = await measured(
    { id: tool.id as ToolId, call: null, query: question, format, warnDays: days },
    context,
  );
  if (result !== null && format === 'ndjson') {
    const { terminal, out } = context;
    out(formatResult(format, result, { terminal, isComplete: true, failOn: null }) ?? '');
  }
  return result;
}

function partOf(result: Result): ReportPart {
  const { id: tool } = result;
  if (result.kind === 'answer') return { tool, outcome: answerEnvelope<Record<string, unknown>>(result.answer) };
  const { error, endedAt } = result;
  // A refusal is not a measurement and has no time.
  return { tool, outcome: failureEnvelope(error, failures[error.code].blame === 'caller' ? null : endedAt) };
}

/** Whether the report has no answer at all; it then fails like its first part. */
function isFailure({ results }: MadeReport): boolean {
  return results.every(({ kind }) => kind === 'failure');
}

function printGaps(made: MadeReport, err: (text: string) => void): void {
  const [first] = made.results;
  if (isFailure(made) && first?.kind === 'failure') {
    printFailure(first.error, err);
    return;
  }
  for (const result of made.results) {
    if (result.kind === 'failure') {
      const { message, code } = result.error;
      err(`sonde: not measured: ${result.id} (${code}): ${printable(message)}`);
    } else for (const gap of result.answer.gaps) err(`sonde: not measured: ${result.id}: ${gapText(gap)}`);
  }
}

function statusOf(made: MadeReport, failOn: ReportCall['failOn']): number {
  if (isFailure(made)) return EXIT.failure;
  const { report: composed, results } = made;
  const inside = results.flatMap((result) => (result.kind === 'answer' ? result.answer.gaps : []));
  return answerStatus({ findings: composed.findings, gaps: [...composed.gaps, ...inside] }, failOn);
}

import { explanationOf } from '@sonde/contract/answers/explanations';
import type { CheckResult } from '@sonde/contract/finding/check-result';
import { codeInWords } from '@sonde/contract/finding/code-in-words';
import { type Finding, type FindingState, findingStates } from '@sonde/contract/finding/finding';
import { verdictOf } from '@sonde/contract/finding/severity';
import { countOfChecks, signOf, worstOf } from '@sonde/contract/finding/verdict';
import { stateWord, verdictWords } from '@sonde/contract/finding/verdict-words';
import type { LabelledValue } from '@sonde/contract/table/table';
import { printable } from './printable.ts';
import { renderPairs } from './table.ts';
import { bold, coloured, type Terminal } from './terminal.ts';
import { padTo, widthOf, wrapBehind } from './width.ts';

/** All symbols take one column. The word is printed next to them, so that nothing depends on a symbol or colour alone. */
const symbols: Readonly<Record<FindingState, string>> = { good: '✓', note: '·', unknown: '?', warn: '!', bad: '✗' };

const MARK_COLUMNS = Math.max(...findingStates.map((state) => widthOf(`${symbols[state]} ${stateWord[state]}  `)));

export interface FindingsToPrint {
  readonly target: string;
  /** None for several tools together. */
  readonly checks: readonly CheckResult[];
  readonly findings: readonly Finding[];
  readonly headlines: readonly LabelledValue[];
  readonly terminal: Terminal;
  /** Whether to include the evidence of good findings. */
  readonly isComplete: boolean;
}

/** The verdict, the facts that a reader looks for first, the checks, and the findings, the most severe first. */
export function renderFindings({
  target,
  checks,
  findings,
  headlines,
  terminal,
  isComplete,
}: FindingsToPrint): string[] {
  const { columns } = terminal;
  const facts = headlines.map(({ label, value }) => [label, value ?? ''] as const);
  const sections = [
    [...verdictLines(target, checks, findings, terminal), ...renderPairs(facts, columns)],
    checkLines(checks, terminal),
    findings.filter(({ state }) => state !== 'good').flatMap((one) => findingLines(one, terminal, true)),
    findings.filter(({ state }) => state === 'good').flatMap((one) => findingLines(one, terminal, isComplete)),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function verdictLines(
  target: string,
  checks: readonly CheckResult[],
  findings: readonly Finding[],
  terminal: Terminal,
): string[] {
  const worst = verdictOf(findings);
  if (checks.length === 0) {
    if (worst === null) return wrapBehind('', `${printable(target)}: no findings.`, terminal.columns);
    return marked(worst.state, `${printable(target)}: ${titleOf(worst)}`, terminal, (line) => bold(line, terminal));
  }
  const verdict = worstOf(checks.map(({ state }) => state));
  const why = worst === null || verdict === 'good' ? '' : `: ${titleOf(worst)}`;
  const text = `${printable(target)}: ${verdictWords[verdict]}${why} (${countOfChecks(checks)})`;
  return marked(signOf(verdict), text, terminal, (line) => bold(line, terminal));
}

function checkLines(checks: readonly CheckResult[], terminal: Terminal): string[] {
  const width = Math.max(0, ...checks.map(({ title }) => widthOf(title))) + 2;
  return checks.flatMap(({ title, state, summary, notes }) =>
    marked(signOf(state, notes), padTo(title, width) + printable(summary), terminal, (line) => line),
  );
}

function findingLines(finding: Finding, terminal: Terminal, isComplete: boolean): string[] {
  const { state, code, about, evidence, fix } = finding;
  const heading = `${titleOf(finding)}: ${printable(about)} [${printable(code)}]`;
  const indent = ' '.repeat(MARK_COLUMNS);
  const behind = (text: string) => wrapBehind(indent, printable(text), terminal.columns);
  return [
    ...marked(state, heading, terminal, (line) => line),
    ...(isComplete ? behind(evidence) : []),
    ...(fix === null ? [] : behind(`Fix: ${fix}`)),
  ];
}

/** Lines prefixed by the symbol and the word of a state. */
export function marked(
  state: FindingState,
  text: string,
  terminal: Terminal,
  style: (line: string) => string,
): string[] {
  const mark = padTo(`${symbols[state]} ${stateWord[state]}`, MARK_COLUMNS);
  const lines = wrapBehind(mark, text, terminal.columns);
  return lines.map((line) => {
    const rest = style(line.slice(mark.length));
    return line.startsWith(mark) ? coloured(mark, state, terminal) + rest : ' '.repeat(mark.length) + rest;
  });
}

/** The heading of a code; the code itself if it belongs to a newer version. */
export function titleOf({ code }: Pick<Finding, 'code'>): string {
  return explanationOf(code)?.title ?? printable(codeInWords(code));
}

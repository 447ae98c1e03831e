import { explanationOf } from '@sonde/contract/answers/explanations';
import { type Finding, type FindingState, findingStates } from '@sonde/contract/finding/finding';
import { isAtLeast, verdictOf } from '@sonde/contract/finding/severity';
import type { Fact } from '@sonde/contract/table/table';
import { printable } from './printable.ts';
import { renderPairs } from './table.ts';
import { bold, coloured, type Terminal } from './terminal.ts';
import { padTo, widthOf, wrapBehind } from './width.ts';

/** All symbols take one column. The word is printed next to them, so that nothing depends on a symbol or colour alone. */
const symbols: Readonly<Record<FindingState, string>> = { good: '✓', note: '·', unknown: '?', warn: '!', bad: '✗' };

const MARK_COLUMNS = Math.max(...findingStates.map((state) => widthOf(`${symbols[state]} ${state}  `)));

export interface FindingsToPrint {
  readonly target: string;
  readonly findings: readonly Finding[];
  readonly headlines: readonly Fact[];
  readonly terminal: Terminal;
  /** Whether to include the evidence of good findings. */
  readonly isComplete: boolean;
}

/** The verdict, the facts that a reader looks for first, and the findings, the most severe first. */
export function renderFindings({ target, findings, headlines, terminal, isComplete }: FindingsToPrint): string[] {
  const { columns } = terminal;
  const facts = headlines.map(({ label, value }) => [label, value ?? ''] as const);
  const sections = [
    [...verdictLines(target, findings, terminal), ...renderPairs([...facts, ...overview(findings)], columns)],
    findings.filter(({ state }) => state !== 'good').flatMap((one) => findingLines(one, terminal, true)),
    findings.filter(({ state }) => state === 'good').flatMap((one) => findingLines(one, terminal, isComplete)),
  ];
  return sections.filter((lines) => lines.length > 0).flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

function verdictLines(target: string, findings: readonly Finding[], terminal: Terminal): string[] {
  const verdict = verdictOf(findings);
  const { columns } = terminal;
  if (verdict === null) return wrapBehind('', `${printable(target)}: no findings.`, columns);
  const inWords = countedStates(findings).map(({ state, codes }) => `${codes.length} ${state}`);
  const text = `${printable(target)}: ${titleOf(verdict)} (${inWords.join(', ')})`;
  return marked(verdict.state, text, terminal, (line) => bold(line, terminal));
}

/** As the findings stand below the verdict. */
const ORDER = findingStates.toSorted((a, b) => (isAtLeast(a, b) ? -1 : 1));

/** With more findings than this, not all can be seen at the top. */
const SEEN_AT_ONCE = 2;

/** The codes by state, for `sonde explain`, where there are too many findings to be seen at once. */
function overview(findings: readonly Finding[]): (readonly [string, string])[] {
  const toLookAt = countedStates(findings).filter(({ state }) => state !== 'good');
  const count = toLookAt.reduce((sum, { codes }) => sum + codes.length, 0);
  if (count <= SEEN_AT_ONCE) return [];
  return toLookAt.map(({ state, codes }) => [`${symbols[state]} ${state}`, [...new Set(codes)].join(', ')] as const);
}

function countedStates(findings: readonly Finding[]): { state: FindingState; codes: string[] }[] {
  return ORDER.map((state) => ({
    state,
    codes: findings.filter((one) => one.state === state).map(({ code }) => code),
  })).filter(({ codes }) => codes.length > 0);
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
function marked(state: FindingState, text: string, terminal: Terminal, style: (line: string) => string): string[] {
  const mark = padTo(`${symbols[state]} ${state}`, MARK_COLUMNS);
  const lines = wrapBehind(mark, text, terminal.columns);
  return lines.map((line) => {
    const rest = style(line.slice(mark.length));
    return line.startsWith(mark) ? coloured(mark, state, terminal) + rest : ' '.repeat(mark.length) + rest;
  });
}

/** The heading of a code; the code itself if it belongs to a newer version. */
export function titleOf({ code }: Pick<Finding, 'code'>): string {
  return explanationOf(code)?.title ?? printable(code);
}

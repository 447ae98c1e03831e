import type { AnswerEnvelope, FailureEnvelope, Gap } from '../envelope.ts';
import { type Finding, findingStates } from '../findings/finding.ts';
import { bySeverity, isAtLeast } from '../findings/severity.ts';

/** The answer of a tool in a list, with what every answer has. */
export interface ListAnswer extends Readonly<Record<string, unknown>> {
  readonly gaps: readonly Gap[];
  readonly findings?: readonly Finding[];
  readonly checkedAt?: string;
}

/** How one lookup of a list ended: the envelope of the API. */
export interface ListOutcome {
  readonly target: string;
  /** Id of the tool. */
  readonly tool: string;
  readonly outcome: AnswerEnvelope<ListAnswer> | FailureEnvelope;
}

/** One code of a finding, or of a failure, over a whole list. */
export interface CodeCount {
  readonly tool: string;
  readonly code: string;
  /** `failed` where the lookup had no answer. */
  readonly state: Finding['state'] | 'failed';
  /** How many targets have it. */
  readonly targets: number;
}

/** What a summary needs of one lookup. */
export interface FoundCodes {
  readonly target: string;
  readonly tool: string;
  readonly codes: readonly Pick<CodeCount, 'code' | 'state'>[];
}

/** The codes of one lookup: of its findings, or of its failure. */
export function codesOf({ outcome }: ListOutcome): FoundCodes['codes'] {
  if (!outcome.success) return [{ code: outcome.code, state: 'failed' }];
  return (outcome._data.findings ?? []).map(({ code, state }) => ({ code, state }));
}

/** What a whole list has found: by code, the most severe first and the most frequent first of these. */
export const summaryOf = (outcomes: readonly ListOutcome[]): readonly CodeCount[] =>
  countCodes(outcomes.map((one) => ({ target: one.target, tool: one.tool, codes: codesOf(one) })));

/** The same, of what is left of each lookup. */
export function countCodes(found: Iterable<FoundCodes>): readonly CodeCount[] {
  const counts = new Map<string, { count: CodeCount; readonly targets: Set<string> }>();
  for (const { target, tool, codes } of found) {
    for (const { code, state } of codes) {
      const key = `${tool} ${code} ${state}`;
      const known = counts.get(key) ?? { count: { tool, code, state, targets: 0 }, targets: new Set() };
      known.targets.add(target);
      counts.set(key, known);
    }
  }
  const all = [...counts.values()].map(({ count, targets }) => ({ ...count, targets: targets.size }));
  return all.toSorted((a, b) => rankOf(b.state) - rankOf(a.state) || b.targets - a.targets);
}

const ORDER = findingStates.toSorted((a, b) => (isAtLeast(a, b) ? 1 : -1));
const rankOf = (state: CodeCount['state']) => (state === 'failed' ? ORDER.length : ORDER.indexOf(state));

export const listColumns = ['Target', 'Tool', 'State', 'Verdict', 'Findings', 'Gaps', 'Failure', 'Measured'] as const;

/** One lookup of a list as a row under `listColumns`. */
export function listRow({ target, tool, outcome }: ListOutcome): readonly string[] {
  if (!outcome.success)
    return [target, tool, 'failed', '', '', '', outcome.reason ?? outcome.code, outcome.checkedAt ?? ''];
  const { findings = [], gaps, checkedAt = '' } = outcome._data;
  const [worst] = bySeverity(findings);
  const toLookAt = [...new Set(findings.filter(({ state }) => state !== 'good').map(({ code }) => code))];
  const missing = gaps.map(({ part }) => part);
  return [target, tool, worst?.state ?? '', worst?.code ?? '', toLookAt.join(' '), missing.join(' '), '', checkedAt];
}

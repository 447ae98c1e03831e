import type { AnswerEnvelope, FailureEnvelope, Gap } from '../envelope.ts';
import { type Finding, findingStates } from '../finding/finding.ts';
import { bySeverity, isAtLeast } from '../finding/severity.ts';
import type { CodeCount, ListedLookup } from './list-calls.ts';

/** The answer of a tool in a list, with the fields common to all tools. */
export interface ListAnswer extends Readonly<Record<string, unknown>> {
  readonly gaps: readonly Gap[];
  readonly findings?: readonly Finding[];
  readonly checkedAt?: string;
}

/** How one lookup of a list ended, with its envelope as in the API. */
export interface ListOutcome {
  readonly target: string;
  /** Id of the tool. */
  readonly tool: string;
  readonly outcome: AnswerEnvelope<ListAnswer> | FailureEnvelope;
}

/** A lookup as shown in a list, without its answer. */
export function listedLookup({ target, tool, outcome }: ListOutcome): ListedLookup {
  if (!outcome.success) {
    const { code, reason, checkedAt = null } = outcome;
    return {
      target,
      tool,
      codes: [{ code, state: 'failed' }],
      gaps: [],
      failure: reason ?? code,
      measuredAt: checkedAt,
    };
  }
  const { findings = [], gaps, checkedAt = null } = outcome._data;
  const codes = bySeverity(findings).map(({ code, state }) => ({ code, state }));
  return { target, tool, codes, gaps: gaps.map(({ part }) => part), failure: null, measuredAt: checkedAt };
}

/** The result of a whole list by code: most severe first, and among equally severe codes the most frequent first. */
export const summaryOf = (outcomes: readonly ListOutcome[]): readonly CodeCount[] =>
  countCodes(outcomes.map(listedLookup));

/** The same, from lookups without their answers. */
export function countCodes(found: Iterable<Pick<ListedLookup, 'target' | 'tool' | 'codes'>>): readonly CodeCount[] {
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

/** One lookup of a list as a row with the columns of `listColumns`. */
export function listRow({ target, tool, codes, gaps, failure, measuredAt }: ListedLookup): readonly string[] {
  const end = [gaps.join(' '), failure ?? '', measuredAt ?? ''];
  if (failure !== null) return [target, tool, 'failed', '', '', ...end];
  const toLookAt = [...new Set(codes.filter(({ state }) => state !== 'good').map(({ code }) => code))];
  return [target, tool, codes[0]?.state ?? '', codes[0]?.code ?? '', toLookAt.join(' '), ...end];
}

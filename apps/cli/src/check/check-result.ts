import { ToolError, type ToolId } from '@sonde/contract';
import type { ChangeInWords } from '@sonde/contract/answers/change-words';
import { bySeverity, concernsTarget, isAtLeast } from '@sonde/contract/finding/severity';
import type { ListOutcome } from '@sonde/contract/lists/list-outcome';
import type { Missed } from '@sonde/contract/lists/policy';
import { EXIT } from '../exit-status.ts';
import type { Result } from '../print/lookup-result.ts';
import type { CheckCall } from './read-check.ts';

/** One lookup of the list, compared with the policy and the baseline. */
export interface CheckedItem extends ListOutcome {
  readonly durationMs: number;
  readonly endedAt: string;
  readonly missed: readonly Missed[];
  readonly changes: readonly ChangeInWords[];
}

/**
 * The same as the result of a single lookup, for report formats. A missed condition becomes a finding, and so does every
 * change if requested.
 */
export function asResult({ failsOnChange }: CheckCall, one: CheckedItem): Result {
  const { target, durationMs, endedAt, outcome, missed, changes } = one;
  const lookup = { id: one.tool as ToolId, target, durationMs, endedAt };
  const asked = [
    ...missed.map(({ path, why }) => ({
      code: 'policy-missed',
      state: 'bad' as const,
      about: path,
      evidence: why,
      fix: null,
    })),
    ...changes.map(({ label, text }) => ({
      code: 'changed-since-baseline',
      about: label,
      evidence: text,
      fix: null,
      state: failsOnChange ? ('warn' as const) : ('note' as const),
    })),
  ];
  if (!outcome.success) {
    const { code, message, reason } = outcome;
    const error = new ToolError(code, message, reason === undefined ? {} : { reason });
    return { ...lookup, kind: 'failure', error, findings: asked };
  }
  const findings = bySeverity([...asked, ...(outcome._data.findings ?? [])]);
  return { ...lookup, kind: 'answer', answer: { ...outcome._data, gaps: [...outcome._data.gaps], findings } };
}

/** Requested findings take precedence because they are certain; then failures, then gaps. */
export function exitStatusOfCheck({ failOn, failsOnChange }: CheckCall, results: readonly CheckedItem[]): number {
  const isMissed = ({ missed, changes, outcome }: CheckedItem) =>
    missed.length > 0 ||
    (failsOnChange && changes.length > 0) ||
    (failOn !== null &&
      outcome.success &&
      (outcome._data.findings ?? []).some((one) => concernsTarget(one) && isAtLeast(one.state, failOn)));
  if (results.some(isMissed)) return EXIT.findings;
  if (results.some(({ outcome }) => !outcome.success)) return EXIT.failure;
  return results.some(({ outcome }) => outcome.success && outcome._data.gaps.length > 0) ? EXIT.gaps : EXIT.answer;
}

import { ToolError, type ToolId } from '@sonde/contract';
import type { ChangeInWords } from '@sonde/contract/answers/change-words';
import { bySeverity, concernsTarget, isAtLeast } from '@sonde/contract/finding/severity';
import type { ListedOutcome, UnansweredLookup } from '@sonde/contract/lists/list-outcome';
import type { Missed } from '@sonde/contract/lists/policy';
import { EXIT } from '../exit-status.ts';
import type { Result } from '../print/lookup-result.ts';
import type { CheckCall } from './read-check.ts';

/** One lookup of the list, compared with the policy and the baseline. */
export type CheckedItem = ListedOutcome & {
  readonly durationMs: number;
  readonly endedAt: string;
  readonly missed: readonly Missed[];
  readonly changes: readonly ChangeInWords[];
};

/**
 * The same as the result of a single lookup, for report formats. A missed condition becomes a finding, and so does every
 * change if requested.
 */
export function asResult({ failsOnChange }: CheckCall, one: CheckedItem): Result {
  const { place, durationMs, endedAt, outcome, missed, changes } = one;
  const target = place === undefined ? one.target : `${one.target}, as seen from ${place}`;
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
  if (outcome === null) {
    const { state } = one as UnansweredLookup;
    const evidence = `${place} gave no answer: ${state}.`;
    const missing = { code: state, state: 'unknown' as const, about: one.target, evidence, fix: null };
    return { ...lookup, kind: 'answer', answer: { gaps: [], findings: [...asked, missing] } };
  }
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
      outcome?.success === true &&
      (outcome._data.findings ?? []).some((one) => concernsTarget(one) && isAtLeast(one.state, failOn)));
  if (results.some(isMissed)) return EXIT.findings;
  if (results.some(({ outcome }) => outcome?.success === false)) return EXIT.failure;
  const hasGaps = ({ outcome }: CheckedItem) => outcome === null || (outcome.success && outcome._data.gaps.length > 0);
  return results.some(hasGaps) ? EXIT.gaps : EXIT.answer;
}

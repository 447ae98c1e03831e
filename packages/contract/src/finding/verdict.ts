import { type Verdict, verdicts } from './check-result.ts';
import type { FindingState } from './finding.ts';

/** A note is worth knowing and nothing to fix, so it makes no verdict. */
const states: Readonly<Record<FindingState, Verdict>> = {
  good: 'good',
  note: 'good',
  unknown: 'unknown',
  warn: 'warning',
  bad: 'broken',
};

/** The verdict that a finding alone would give. */
export const verdictOfState = (state: FindingState): Verdict => states[state];

/** The verdict of an answer of any version; null for a word that is not known here. */
export const readVerdict = (word: unknown): Verdict | null => verdicts.find((one) => one === word) ?? null;

/** The worst of these; good if there are none. */
export function worstOf(found: readonly Verdict[]): Verdict {
  return verdicts[Math.max(0, ...found.map((one) => verdicts.indexOf(one)))] ?? 'good';
}

const signs: Readonly<Record<Verdict, FindingState>> = {
  good: 'good',
  unknown: 'unknown',
  warning: 'warn',
  broken: 'bad',
};

/**
 * The state that the sign of a verdict, or of a check with so many notes, tells: what is good with a note is worth a look,
 * and has no green tick.
 */
export function signOf(state: Verdict, notes = 0): FindingState {
  return state === 'good' && notes > 0 ? 'note' : signs[state];
}

interface Counted {
  readonly state: string;
  readonly notes?: number | null;
}

/**
 * How many of the checks are good: `9 of 11 good, 2 of them with notes`. Those with notes have another sign, so that the signs
 * beside it add up.
 */
export function countOfChecks(checks: readonly Counted[], things = ''): string {
  const good = checks.filter(({ state }) => state === 'good');
  const noted = good.filter(({ notes }) => (notes ?? 0) > 0).length;
  const count = `${good.length} of ${checks.length} ${things}good`;
  if (noted === 0) return count;
  return `${count}, ${noted} of them with ${noted === 1 ? 'a note' : 'notes'}`;
}

import type { Finding, FindingState } from './finding.ts';

/** Least severe first. `unknown` may turn out to be anything, so it ranks above a note and below a warning. */
const ranks: Readonly<Record<FindingState, number>> = { good: 0, note: 1, unknown: 2, warn: 3, bad: 4 };

/** Whether `state` is at least as severe as `limit`. */
export function isAtLeast(state: FindingState, limit: FindingState): boolean {
  return ranks[state] >= ranks[limit];
}

/** The findings, most severe first; equally severe ones keep their order. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ranks[b.state] - ranks[a.state]);
}

/** The verdict on an answer: its most severe finding; null if there are none, that is, nothing was judged. */
export function verdictOf(findings: readonly Finding[]): Finding | null {
  return bySeverity(findings)[0] ?? null;
}

import type { Finding, FindingState } from './finding.ts';

/** The least severe first. What could not be determined may be anything: it weighs more than a note, less than a warning. */
const ranks: Readonly<Record<FindingState, number>> = { good: 0, note: 1, unknown: 2, warn: 3, bad: 4 };

/** Whether `state` is at least as severe as `limit`. */
export function isAtLeast(state: FindingState, limit: FindingState): boolean {
  return ranks[state] >= ranks[limit];
}

/** The findings, the most severe first; equal ones stay in their order. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ranks[b.state] - ranks[a.state]);
}

/** The verdict on an answer: its most severe finding; null without any, when nothing was judged. */
export function verdictOf(findings: readonly Finding[]): Finding | null {
  return bySeverity(findings)[0] ?? null;
}

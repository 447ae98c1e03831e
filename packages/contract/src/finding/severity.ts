import type { Finding, FindingState } from './finding.ts';

/** Least severe first. `unknown` may turn out to be anything, so it ranks above a note and below a warning. */
const ranks: Readonly<Record<FindingState, number>> = { good: 0, note: 1, unknown: 2, warn: 3, bad: 4 };

/** Findings on the data of Sonde itself, which say nothing about the target. */
const onSonde: ReadonlySet<string> = new Set(['log-list-outdated']);

/** Whether a finding judges the target. Others are shown, but are never the verdict and let no check fail. */
export function concernsTarget({ code }: Pick<Finding, 'code'>): boolean {
  return !onSonde.has(code);
}

/** Whether `state` is at least as severe as `limit`. */
export function isAtLeast(state: FindingState, limit: FindingState): boolean {
  return ranks[state] >= ranks[limit];
}

/** The findings, most severe first; equally severe ones keep their order. Those that do not judge the target are last. */
export function bySeverity<Found extends Finding>(findings: readonly Found[]): Found[] {
  const rank = (finding: Finding) => (concernsTarget(finding) ? ranks[finding.state] : -1);
  return findings.toSorted((a, b) => rank(b) - rank(a));
}

/** The verdict on an answer: its most severe finding; null if there are none, that is, nothing was judged. */
export function verdictOf(findings: readonly Finding[]): Finding | null {
  return bySeverity(findings)[0] ?? null;
}

import type { CheckResult, Verdict } from './check-result.ts';
import type { Explanation } from './explanation.ts';
import type { Finding } from './finding.ts';
import { bySeverity, concernsTarget } from './severity.ts';
import { verdictOfState } from './verdict.ts';
import { listed } from './wording.ts';

export interface Verdicted {
  readonly verdict: Verdict;
  readonly checks: readonly Pick<CheckResult, 'title' | 'state' | 'summary'>[];
  readonly findings: readonly Finding[];
}

type Explain = (code: string) => Pick<Explanation, 'title' | 'effect'> | null;

/**
 * What a verdict means for those who use the target, in one or two sentences: the worst finding, and what clients do
 * because of it. Null for a good verdict: only the tool knows what it has shown.
 */
export function verdictSentence({ verdict, checks, findings }: Verdicted, explain: Explain): string | null {
  if (verdict === 'good') return null;
  const these = checks.filter(({ state }) => state === verdict);
  if (verdict === 'unknown') {
    return `${listed(these.map(({ title }) => title))} could not be determined. Nothing that was measured needs fixing.`;
  }
  const worst = bySeverity(findings).find((one) => concernsTarget(one) && verdictOfState(one.state) === verdict);
  const explained = worst === undefined ? sameWords(these, findings, explain) : explain(worst.code);
  if (explained === null) return `${withResults(these)}.`;
  return `${explained.title}. ${explained.effect}`;
}

/** A check may be worse than its findings: the explanation of the one whose words it has, as for a name that does not exist. */
function sameWords(checks: Verdicted['checks'], findings: readonly Finding[], explain: Explain): ReturnType<Explain> {
  const found = findings.map(({ code }) => explain(code));
  return found.find((one) => checks.some(({ summary }) => summary === one?.title)) ?? null;
}

/** `Names: Not this one; Expiry`. */
function withResults(checks: Verdicted['checks']): string {
  return checks.map(({ title, summary }) => (summary === '' ? title : `${title}: ${summary}`)).join('; ');
}

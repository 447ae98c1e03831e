import type { CheckResult, Verdict } from './check-result.ts';
import type { Explanation } from './explanation.ts';
import type { Finding } from './finding.ts';
import { bySeverity, concernsTarget } from './severity.ts';
import { verdictOfState } from './verdict.ts';

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
  if (verdict === 'unknown') return `Not determined: ${inWords(checks, verdict)}. Nothing else needs fixing.`;
  const worst = bySeverity(findings).find((one) => concernsTarget(one) && verdictOfState(one.state) === verdict);
  const explained = worst === undefined ? null : explain(worst.code);
  if (explained === null) return `${withResults(checks, verdict)}.`;
  return `${explained.title}. ${explained.effect}`;
}

/** `Name: The name does not exist`: a check may be broken by more than its findings. */
function withResults(checks: Verdicted['checks'], verdict: Verdict): string {
  return checks
    .filter(({ state }) => state === verdict)
    .map(({ title, summary }) => (summary === '' ? title : `${title}: ${summary}`))
    .join('; ');
}

/** `Revocation, Transparency`. */
function inWords(checks: Verdicted['checks'], verdict: Verdict): string {
  return checks
    .filter(({ state }) => state === verdict)
    .map(({ title }) => title)
    .join(', ');
}

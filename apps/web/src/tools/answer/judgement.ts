// In this folder: the page of an answer, the same for every tool: verdict, checks, what to do, data, foot.
import type { Reading } from '@sonde/contract';
import type { CheckResult, Judgement, Verdict } from '@sonde/contract/finding/check-result';
import type { Finding } from '@sonde/contract/finding/finding';
import { concernsTarget } from '@sonde/contract/finding/severity';
import { countOfChecks, verdictOfState, worstOf } from '@sonde/contract/finding/verdict';
import { verdictWords } from '@sonde/contract/finding/verdict-words';
import { knownWord } from '@sonde/contract/text/known-word';
import { type FindingsRead, judged } from '../findings/judged.ts';

/** The judgement in an answer as parsed; a server of another version may leave any of it out. */
export interface JudgementRead {
  readonly verdict?: string | null | undefined;
  readonly checks?: readonly Reading<typeof CheckResult>[] | null | undefined;
  readonly findings?: FindingsRead;
}

const known: Readonly<Record<Verdict, Verdict>> = {
  broken: 'broken',
  warning: 'warning',
  unknown: 'unknown',
  good: 'good',
};

/**
 * The judgement, complete: words known only to newer servers are `unknown`. The verdict is the worst check, because the
 * answer of a tool may have a verdict of another kind. Null if nothing was judged.
 */
export function judgementOf({ verdict, checks, findings }: JudgementRead): Judgement | null {
  if (verdict == null && findings === undefined) return null;
  const found = judged(findings);
  const results = (checks ?? []).map(({ id, title, state, summary, notes }) => ({
    id,
    title,
    state: knownWord(known, state, 'unknown'),
    summary: summary ?? '',
    notes: notes ?? 0,
  }));
  return { verdict: verdictIn(verdict ?? null, results, found), checks: results, findings: found };
}

function verdictIn(said: string | null, checks: readonly CheckResult[], findings: readonly Finding[]): Verdict {
  if (checks.length > 0) return worstOf(checks.map(({ state }) => state));
  if (said !== null) return knownWord(known, said, 'unknown');
  return worstOf(findings.filter(concernsTarget).map(({ state }) => verdictOfState(state)));
}

/** `Broken, 9 of 11 good`. */
export function judgementInWords({ verdict, checks }: Pick<Judgement, 'verdict' | 'checks'>): string {
  return checks.length === 0 ? verdictWords[verdict] : `${verdictWords[verdict]}, ${countOfChecks(checks)}`;
}

/** What has to be done, the worst first, and everything else that was found. */
export function partedFindings(findings: readonly Finding[]) {
  const isToDo = (finding: Finding) => concernsTarget(finding) && (finding.state === 'bad' || finding.state === 'warn');
  return { toDo: findings.filter(isToDo), rest: findings.filter((one) => !isToDo(one)) };
}

/** By what it leads to, the findings that say of the same thing where exactly: they are told within it. */
const within: Readonly<Record<string, readonly string[]>> = {
  'chain-broken': ['signature-expired', 'signature-not-yet-valid', 'signature-wrong'],
};

/**
 * Findings that are told together: the same is the case of the same thing, and the same is to be done, or one says what the
 * other leads to. In their order.
 */
export function alike(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const isWhole = (one: Finding) =>
      one.about === finding.about && one.state === finding.state && within[one.code]?.includes(finding.code) === true;
    const { code, state, about, fix } = findings.find(isWhole) ?? finding;
    const key = JSON.stringify([code, state, about, fix]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

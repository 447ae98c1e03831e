import type { CheckResult, Judgement } from '../finding/check-result.ts';
import type { Finding } from '../finding/finding.ts';
import { bySeverity } from '../finding/severity.ts';
import { verdictOfState, worstOf } from '../finding/verdict.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';
import { answerFindings } from './answer-findings.ts';

type Answer = Readonly<Record<string, unknown>>;

/**
 * Judges the answer of any tool: findings, most severe first, checks in the tool's order, and the worst of them.
 * @param answer as defined by the tool's contract, with `gaps` and `checkedAt`.
 */
export function judgeAnswer(id: ToolId, answer: Answer): Judgement {
  const findings = answerFindings(id, answer);
  const checks = checksOf(id, answer, findings);
  return { verdict: worstOf(checks.map(({ state }) => state)), checks, findings };
}

/** The checks of an answer whose findings are known, as for one of a server that sends none. */
export function checksOf(id: ToolId, answer: Answer, findings: readonly Finding[]): CheckResult[] {
  const module = moduleOf(id);
  if (module === null) return [];
  const { checks, explanations } = module;
  const judged = checks.flatMap((check): readonly Judged[] => {
    const found = bySeverity(findings.filter(({ code }) => check.codes.includes(code)));
    const named = { id: check.id, title: check.title };
    const [worst] = found;
    if (worst === undefined) {
      if (check.withoutFindings === undefined || check.applies?.(answer) === false) return [];
      const words = check.withoutFindings(answer);
      const state = words === null ? 'unknown' : 'good';
      const result = { ...named, state, summary: words ?? 'Not measured', notes: 0 } as const;
      return [{ result, saysAll: state === 'good' && check.ofAll === true }];
    }
    const state = worstOf(found.map((one) => check.worse?.[one.code] ?? verdictOfState(one.state)));
    const heading = explanations[worst.code]?.title ?? worst.code;
    const summary = check.summary?.(answer, worst.code) ?? heading;
    const notes = found.filter((one) => one.state === 'note').length;
    return [{ result: { ...named, state, summary, notes }, saysAll: false }];
  });
  const isAllKnown = judged.every(({ result }) => result.state !== 'unknown');
  return judged.flatMap(({ result, saysAll }) => (saysAll && !isAllKnown ? [] : result));
}

interface Judged {
  readonly result: CheckResult;
  /** It says that everything was measured, which another check may contradict. */
  readonly saysAll: boolean;
}

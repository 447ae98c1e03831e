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
  const results = checks.flatMap(
    ({ id: check, title, codes, worse = {}, applies, withoutFindings, summary }): CheckResult[] => {
      const found = bySeverity(findings.filter(({ code }) => codes.includes(code)));
      const [worst] = found;
      if (worst === undefined) {
        if (withoutFindings === undefined || applies?.(answer) === false) return [];
        const words = withoutFindings(answer);
        return [
          { id: check, title, state: words === null ? 'unknown' : 'good', summary: words ?? 'Not measured', notes: 0 },
        ];
      }
      const heading = explanations[worst.code]?.title ?? worst.code;
      return [
        {
          id: check,
          title,
          state: worstOf(found.map(({ state, code }) => worse[code] ?? verdictOfState(state))),
          summary: summary?.(answer, worst.code) ?? heading,
          notes: found.filter((one) => one.state === 'note').length,
        },
      ];
    },
  );
  const isAllKnown = results.every(({ state }) => state !== 'unknown');
  const saysAll = (result: string) =>
    checks.some(
      ({ id: one, ofAll, codes }) => one === result && ofAll && !findings.some(({ code }) => codes.includes(code)),
    );
  return results.filter(({ id: result, state }) => isAllKnown || state !== 'good' || !saysAll(result));
}

import type { Verdict } from '../finding/check-result.ts';
import { findingStates } from '../finding/finding.ts';
import { countOfChecks, readVerdict, verdictOfState, worstOf } from '../finding/verdict.ts';
import { verdictWords } from '../finding/verdict-words.ts';
import type { ReadReport } from './read-part.ts';

type Judged = Pick<ReadReport, 'verdict' | 'checks' | 'findings' | 'gaps'>;

/** The verdict of a report; that of one of another server follows from its findings. A word not known here is unknown. */
export function verdictOfReport({ verdict, findings, gaps }: Judged): Verdict {
  const known = readVerdict(verdict);
  if (known !== null) return known;
  const states = findings.map(({ state }) => findingStates.find((word) => word === state) ?? 'unknown');
  return worstOf([...states.map(verdictOfState), ...gaps.map((): Verdict => 'unknown')]);
}

/** `Broken: 3 of 6 tools good`. */
export function reportInWords(report: Judged): string {
  const word = verdictWords[verdictOfReport(report)];
  const { checks = [] } = report;
  if (checks.length === 0) return word;
  return `${word}: ${countOfChecks(checks, 'tools ')}`;
}

import { checksOf } from '../answers/answer-checks.ts';
import type { Finding } from '../finding/finding.ts';
import { worstOf } from '../finding/verdict.ts';
import { type CheckRow, checkRows } from '../pictures/check-rows.ts';
import type { DrawnElement } from '../pictures/drawing.ts';
import { markOfVerdict } from '../pictures/mark.ts';
import { failureWords, type ReadReport, type ReadReportPart, readPart } from './read-part.ts';
import { nameOfTool } from './tool-names.ts';

/** All checks of all tools of a report at a glance. */
export function reportPicture({ parts }: Pick<ReadReport, 'parts'>): DrawnElement | null {
  return checkRows('All checks, by tool', parts.map(rowOf));
}

function rowOf(part: ReadReportPart): CheckRow {
  const title = nameOfTool(part.tool);
  const read = readPart(part);
  if (read.kind === 'failure') {
    const { lead, text } = failureWords(read);
    return { title, state: 'unknown', note: lead === null ? text : `${lead} ${text}`, checks: [] };
  }
  const checks = checksOf(read.id, read.answer, (read.answer.findings ?? []) as readonly Finding[]);
  return {
    title,
    state: checks.length === 0 ? 'plain' : markOfVerdict(worstOf(checks.map(({ state }) => state))),
    checks: checks.map(({ title: name, state, summary, notes }) => ({
      title: name,
      state: markOfVerdict(state, notes),
      text: summary,
    })),
  };
}

import type { Finding } from '../finding/finding.ts';
import { bySeverity } from '../finding/severity.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/**
 * The findings on the answer of any tool, most severe first.
 * @param answer as defined by the tool's contract, with `gaps` and `checkedAt`.
 */
export function answerFindings(id: ToolId, answer: Readonly<Record<string, unknown>>): Finding[] {
  return bySeverity(moduleOf(id)?.findings(answer) ?? []);
}

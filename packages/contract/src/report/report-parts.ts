// report/: reports, which combine the answers of several tools about one target. No tool is named here.

import { readTarget, type Target } from '../targets/target-kinds.ts';
import type { AnyTool } from '../tool.ts';
import { tools } from '../tools/index.ts';

/** One tool's part of a report to be made. */
export interface PlannedPart {
  readonly tool: AnyTool;
  /** The parameters of the tool's call, as a client would send them. */
  readonly question: Readonly<Record<string, string>>;
}

/**
 * The parts of a report on a target, in display order; empty if no tool takes part.
 * @param offered the tools to choose from: some may be disabled on a server.
 */
export function reportParts(
  target: Target,
  offered: readonly AnyTool[] = Object.values(tools),
): readonly PlannedPart[] {
  const parts = offered.flatMap((tool) => {
    const question = tool.targetKinds.includes(target.kind) ? tool.report?.question(target) : null;
    return question == null ? [] : [{ tool, question }];
  });
  return parts.toSorted((a, b) => orderOf(a) - orderOf(b));
}

const orderOf = ({ tool }: PlannedPart) => tool.report?.order ?? Number.POSITIVE_INFINITY;

/** The same for a target in canonical form; empty for any other text. */
export function reportPartsOf(text: string, offered?: readonly AnyTool[]): readonly PlannedPart[] {
  const target = readTarget(text);
  return target === null ? [] : reportParts(target, offered);
}

/** The maximum cost of a report in cost units: the sum of its parts as separate calls. */
export function reportCost(parts: readonly PlannedPart[]): number {
  return parts.reduce((sum, { tool }) => sum + tool.cost, 0);
}

// In this folder: a report, which composes the answers of several tools on one target. No tool is named here.

import { readTarget, type Target } from '../targets/target-kinds.ts';
import type { AnyTool } from '../tool.ts';
import { tools } from '../tools/index.ts';

/** One tool's part of a report that is going to be made. */
export interface PlannedPart {
  readonly tool: AnyTool;
  /** The parameters of the tool's call, as a client would send them. */
  readonly question: Readonly<Record<string, string>>;
}

/**
 * The parts of a report on a target, in the order in which it shows them; empty where no tool has one.
 * @param offered the tools to choose from: a server may have turned some off.
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

/** The same for the canonical form of a target; empty for a text that is none. */
export function reportPartsOf(text: string, offered?: readonly AnyTool[]): readonly PlannedPart[] {
  const target = readTarget(text);
  return target === null ? [] : reportParts(target, offered);
}

/** The cost units that a report takes at most: what its parts cost as calls of their own. */
export function reportCost(parts: readonly PlannedPart[]): number {
  return parts.reduce((sum, { tool }) => sum + tool.cost, 0);
}

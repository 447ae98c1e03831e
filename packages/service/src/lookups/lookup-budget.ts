import type { AnyTool } from '@sonde/contract';
import type { LookupQuery } from '../toolbox.ts';

/** The longest time for an ordinary lookup, including its wait for a slot; a longer one gets this in addition to its deadline. */
const ORDINARY_MS = 25_000;
const MARGIN_MS = 1_000;

/** How many milliseconds a caller waits for a lookup at most. */
export function lookupBudgetMs(tool: AnyTool, { query }: LookupQuery): number {
  return Math.max(ORDINARY_MS, tool.deadlineMs(query) + MARGIN_MS);
}

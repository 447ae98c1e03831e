import type { AnyTool } from '@sonde/contract';
import type { LookupQuery } from '../toolbox.ts';

/** The longest an ordinary lookup may take with its wait for a slot, and what a longer one gets beyond its deadline. */
const ORDINARY_MS = 25_000;
const MARGIN_MS = 1_000;

/** After so many milliseconds nobody waits for a lookup any more. */
export function lookupBudgetMs(tool: AnyTool, { query }: LookupQuery): number {
  return Math.max(ORDINARY_MS, tool.deadlineMs(query) + MARGIN_MS);
}

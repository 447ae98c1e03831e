import type { HeadFact } from '../fact/head-fact.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/**
 * The facts that a reader looks for first in the answer of any tool; those without a value are omitted.
 * @param answer as defined by the tool's contract.
 */
export function headlinesOf(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly HeadFact[] {
  return (moduleOf(id)?.headlines?.(answer) ?? []).filter(({ value }) => value !== null);
}

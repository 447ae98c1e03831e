import type { Ending } from '../finding/ending/ending.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

/** Whether answers of this tool may contain something that ends at a known time. */
export function hasEndings({ id }: { readonly id: string }): boolean {
  return moduleOf(id)?.endings !== undefined;
}

/**
 * The endings in the answer of any tool; empty for a tool without endings.
 * @param answer as defined by the tool's contract.
 */
export function endingsOf(id: ToolId, answer: Readonly<Record<string, unknown>>): readonly Ending[] {
  return moduleOf(id)?.endings?.(answer) ?? [];
}

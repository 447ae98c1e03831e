import type { Ending } from '../finding/ending/ending.ts';
import type { ToolId } from '../tools/index.ts';
import { moduleOf } from '../tools/modules.ts';

type Answer = Readonly<Record<string, unknown>>;

/** Whether answers of this tool may contain something that ends at a known time. */
export function hasEndings({ id }: { readonly id: string }): boolean {
  return moduleOf(id)?.endings !== undefined;
}

/**
 * The endings in the answer of any tool; empty for a tool without endings.
 * @param answer as defined by the tool's contract.
 */
export function endingsOf(id: ToolId, answer: Answer): readonly Ending[] {
  return moduleOf(id)?.endings?.(answer) ?? [];
}

/**
 * When the target itself expires: its certificate or its registration, not what is above it. Null if that was not measured,
 * undefined for what does not expire, such as the registration of a network.
 * @param answer null if there is none.
 */
export function expiryOf(id: string, answer: Answer | null): string | null | undefined {
  const read = moduleOf(id)?.endings;
  if (read === undefined) return undefined;
  if (answer === null) return null;
  const [own] = read(answer);
  if (own === undefined || own.ends === null) return own?.ends;
  return Number.isNaN(Date.parse(own.ends)) ? null : own.ends;
}

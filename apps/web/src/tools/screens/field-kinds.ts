import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import type { ScreenCard } from './screen-card.ts';
import { takenKinds } from './taken-kinds.ts';

/**
 * The kinds of target that the field of a page accepts: those of the tool's contract, without those that the field
 * refuses.
 */
export function fieldKinds({ id, lookup }: ScreenCard): readonly TargetKind[] {
  const kinds = lookup === undefined ? [] : (takenKinds[id] ?? []);
  return kinds.filter((kind) => !lookup?.second?.takes.includes(kind));
}

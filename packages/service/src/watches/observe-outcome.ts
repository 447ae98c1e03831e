import type { WatchMemory } from './memory.ts';
import {
  type MeasuredAnswer,
  observeAbsence,
  observeAnswer,
  observeFailure,
  type Watching,
  type WatchStep,
} from './observe.ts';

/** How a tool was measured for a watch. */
export type MeasuredOutcome =
  | ({ readonly kind: 'answer' } & Pick<MeasuredAnswer, 'facts' | 'ends' | 'resolvers'>)
  | ({ readonly kind: 'absent' } & Pick<MeasuredAnswer, 'resolvers'>)
  | { readonly kind: 'failure'; readonly code: string };

/** Takes what a measurement has shown, whatever that is. */
export function observeOutcome(
  memory: WatchMemory | null,
  watching: Watching,
  outcome: MeasuredOutcome,
  atMs: number,
): WatchStep {
  if (outcome.kind === 'failure') return observeFailure(memory, watching, outcome.code, atMs);
  const { resolvers } = outcome;
  if (outcome.kind === 'absent') return observeAbsence(memory, watching, { atMs, resolvers });
  return observeAnswer(memory, watching, { facts: outcome.facts, ends: outcome.ends, atMs, resolvers });
}

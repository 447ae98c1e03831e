import { endingExplanations } from '../finding/ending/explanations.ts';
import type { Explanation } from '../finding/explanation.ts';
import { headerExplanations } from '../message-header/explanations.ts';
import { placesExplanations } from '../places/explanations.ts';
import { toolModules } from '../tools/modules.ts';

/** Every finding that an answer may have, by its code. `docs/findings.md` is made from it. */
export const explanations: Readonly<Record<string, Explanation>> = Object.assign(
  {},
  ...toolModules.map((tool) => tool.explanations),
  endingExplanations,
  headerExplanations,
  placesExplanations,
);

/** The explanation of a code; null for a code of a newer server. */
export function explanationOf(code: string): Explanation | null {
  return Object.hasOwn(explanations, code) ? (explanations[code] ?? null) : null;
}

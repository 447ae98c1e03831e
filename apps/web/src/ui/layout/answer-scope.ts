import { createContext, use } from 'react';

/** Which one of several answers on a page this is. */
export interface AnswerScope {
  /** The id of its heading. */
  readonly id: string;
  readonly name: string;
}

/** Null on a page with one answer. */
export const AnswerScopeContext = createContext<AnswerScope | null>(null);

/** Names regions as no other answer on the page does. */
export function useRegionNames(): (name: string) => string {
  const scope = use(AnswerScopeContext);
  return (name) => (scope === null ? name : `${name}, ${scope.name}`);
}

/** An anchor that no other answer on the page has. */
export function useAnchor(anchor: string): string {
  const scope = use(AnswerScopeContext);
  return scope === null ? anchor : `${scope.id}-${anchor}`;
}

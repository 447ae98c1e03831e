import { use } from 'react';
import { AnswerScopeContext } from './answer-scope.ts';

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

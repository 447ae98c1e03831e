import { useContext } from 'react';
import { AnswerScopeContext } from './answer-scope.ts';

/** Returns names for regions that are unique among several answers on a page. */
export function useRegionNames(): (name: string) => string {
  const scope = useContext(AnswerScopeContext);
  return (name) => (scope === null ? name : `${name}, ${scope.name}`);
}

/** Returns an id that is unique among several answers on a page. */
export function useAnchor(anchor: string): string {
  const scope = useContext(AnswerScopeContext);
  return scope === null ? anchor : `${scope.id}-${anchor}`;
}

/** The id of a panel, by its title. */
export const panelAnchor = (title: string) => title.toLowerCase().replace(/\W+/g, '-');

import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { screens } from '../tools/index.ts';

type Links = ReadonlyMap<string, string>;

const none: Links = new Map();
/** Most visits begin without a target, and need nothing of this. */
let hasBegun = false;

/** The menu's links to other tools with the target of the page, by tool; empty until there is a target. */
export function useTravel(): Links {
  const [path] = useLocation();
  const search = useSearch();
  const [links, setLinks] = useState(none);
  useEffect(() => {
    hasBegun ||= search !== '';
    if (!hasBegun) return;
    let isShown = true;
    import('./travel.ts').then(
      ({ travelLinks }) => isShown && setLinks(travelLinks({ path, search }, screens)),
      // Without it the menu leads to the empty pages.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [path, search]);
  return links;
}

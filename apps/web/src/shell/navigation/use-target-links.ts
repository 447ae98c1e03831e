import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { siteScreens } from '../../tools/site-screens.ts';

type Links = ReadonlyMap<string, string>;

const none: Links = new Map();
/** Most visits begin without a target and need none of this code. */
let hasBegun = false;

let code: Promise<typeof import('./target-links.ts')> | null = null;

/** One promise for all pages, so that their targets are noted in the order in which the visitor saw them. */
function loadCode() {
  if (code !== null) return code;
  const loading = import('./target-links.ts');
  loading.catch(() => {
    code = null;
  });
  code = loading;
  return loading;
}

/** The menu's links by tool, with the target of the page; empty until there is a target. */
export function useTargetLinks(): Links {
  const [path] = useLocation();
  const search = useSearch();
  const [links, setLinks] = useState(none);
  useEffect(() => {
    hasBegun ||= search !== '';
    if (!hasBegun) return;
    let isShown = true;
    loadCode().then(
      ({ travelLinks }) => {
        // Also for a page that was left meanwhile: its target goes with the visitor.
        const found = travelLinks({ path, search }, siteScreens);
        if (isShown) setLinks(found);
      },
      // Without this chunk the menu's links have no target.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [path, search]);
  return links;
}

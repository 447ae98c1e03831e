import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { siteScreens } from '../../tools/site-screens.ts';

type Links = ReadonlyMap<string, string>;

const none: Links = new Map();
/** Most visits start without a target and do not need this code. */
let hasBegun = false;

let code: Promise<typeof import('./target-links.ts')> | null = null;

/** One promise for all pages, so that targets are recorded in the order in which the visitor saw them. */
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
        // Also runs for a page that the visitor has already left: its target is carried on.
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

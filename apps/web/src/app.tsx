import { Suspense, use, useDeferredValue, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { documentTitle } from './browser/page/document-title.ts';
import { loadedPage, loadRoute } from './route-chunks.ts';
import { type Route, routeAt } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

interface RouteProps {
  readonly route: Route;
}

/**
 * React suspends briefly even for a promise that has already resolved, so a page whose chunk is loaded does not use
 * one.
 */
function RoutePage({ route }: RouteProps) {
  const [Page] = useState(() => loadedPage(route));
  return Page === undefined ? <PageOnceLoaded route={route} /> : <Page />;
}

function PageOnceLoaded({ route }: RouteProps) {
  const Page = use(loadRoute(route));
  return <Page />;
}

/** Loads a page's chunk as soon as the pointer or the focus reaches a link to it. */
function usePrefetch(): void {
  useEffect(() => {
    function prefetch({ target }: Event) {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
      if (link !== null) loadRoute(routeAt(link.pathname)).catch(() => undefined);
    }
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, []);
}

/**
 * The frame of the site with the page of the current path. The old page stays until the chunk of the new one is loaded.
 * @param rendered for the build: the route to render, which this site may not have.
 */
export function App({ rendered }: { readonly rendered?: Route }) {
  const [path] = useLocation();
  const route = useDeferredValue(rendered ?? routeAt(path));
  usePrefetch();
  useLayoutEffect(() => {
    document.title = documentTitle(route.title);
    document.body.dataset['group'] = route.group;
  }, [route]);
  return (
    <Shell pageTitle={route.title}>
      <Suspense>
        <RoutePage key={route.path} route={route} />
      </Suspense>
    </Shell>
  );
}

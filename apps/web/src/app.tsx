import { Suspense, use, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';
import { loadRoute } from './route-chunks.ts';
import { type Route, routeAt } from './routes.tsx';
import { documentTitle } from './shell/document-title.ts';
import { Shell } from './shell/shell.tsx';

function RoutePage({ route }: { route: Route }) {
  const Page = use(loadRoute(route));
  return <Page />;
}

/** A page's chunk is on its way when the pointer or the focus reaches its link. */
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

/** The site around the page of the current path. The old page stays until the new one's chunk is there. */
export function App() {
  const [path] = useLocation();
  const route = useDeferredValue(routeAt(path));
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

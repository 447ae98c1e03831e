import { type ComponentType, Suspense, use, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { documentTitle } from './browser/page/document-title.ts';
import { loadedPage, loadRoute } from './route-chunks.ts';
import { type Route, routeAt } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

interface RouteProps {
  readonly route: Route;
}

/**
 * A page whose chunk is loaded does not use its promise, which would suspend it briefly. The promise is kept here, because
 * `PageOnceLoaded` loses its state while it is suspended, and would load a chunk that is missing again and again.
 */
function RoutePage({ route }: RouteProps) {
  const [{ Page, loading }] = useState(() => ({ Page: loadedPage(route), loading: loadRoute(route) }));
  return Page === undefined ? <PageOnceLoaded loading={loading} /> : <Page />;
}

function PageOnceLoaded({ loading }: { readonly loading: Promise<ComponentType> }) {
  const Page = use(loading);
  return <Page />;
}

/** The wanted route once its chunk is loaded, or cannot be loaded; until then the route before it. */
function useLoadedRoute(wanted: Route): Route {
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    if (wanted === settled) return;
    let isWanted = true;
    const settle = () => isWanted && setSettled(wanted);
    loadRoute(wanted).then(settle, settle);
    return () => {
      isWanted = false;
    };
  }, [wanted, settled]);
  return loadedPage(wanted) === undefined ? settled : wanted;
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
  const route = useLoadedRoute(rendered ?? routeAt(path));
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

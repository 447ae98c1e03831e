import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { announcedRoutes } from './announced-routes.ts';
import { App } from './app.tsx';
import { documentTitle } from './browser/page/document-title.ts';
import { loadRoute } from './route-chunks.ts';
import { notFound, type Route, routes } from './routes.tsx';
import { screens } from './tools/index.ts';

const UNMATCHED_PATH = '/404';

async function renderPage(route: Route) {
  await loadRoute(route);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Router ssrPath={route.path ?? UNMATCHED_PATH}>
      <App rendered={route} />
    </Router>,
    // By default React defers large parts to an inline script; these pages must be complete without scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0)
    throw new AggregateError(errors, `The page of ${route.path ?? UNMATCHED_PATH} does not render.`);
  const { path, group, module } = route;
  const { description } = await route.load();
  const markup = await new Response(prelude as ReadableStream).text();
  return { path, title: documentTitle(route.title), description, group, module, markup };
}

/**
 * Renders every page of the site as visitors without scripts and without an account see it (`RenderedPage` of the
 * build).
 */
export function renderPages() {
  return Promise.all([...routes, notFound].map(renderPage));
}

export const toolPaths = Object.fromEntries(
  screens.flatMap(({ id, path, status }) => (status === 'live' ? [[id, path]] : [])),
);

/** The pages that the server sends in place of tools that are turned off. */
export function renderAnnouncedPages() {
  return Promise.all(announcedRoutes.map(renderPage));
}

import { renderToStringAsync } from 'preact-render-to-string';
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
  const markup = await renderToStringAsync(
    <Router ssrPath={route.path ?? UNMATCHED_PATH}>
      <App rendered={route} />
    </Router>,
  );
  const { path, description, group, module } = route;
  return { path, title: documentTitle(route.title), description, group, module, markup };
}

/** One page after the other: Preact does not render several asynchronously at once. */
async function renderEach(pages: readonly Route[]) {
  const rendered = [];
  for (const route of pages) rendered.push(await renderPage(route));
  return rendered;
}

/**
 * Renders every page of the site as visitors without scripts and without an account see it (`RenderedPage` of the
 * build).
 */
export function renderPages() {
  return renderEach([...routes, notFound]);
}

export const toolPaths = Object.fromEntries(
  screens.flatMap(({ id, path, status }) => (status === 'live' ? [[id, path]] : [])),
);

/** The pages that the server sends in place of tools that are turned off. */
export function renderAnnouncedPages() {
  return renderEach(announcedRoutes);
}

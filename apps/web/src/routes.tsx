import type { ComponentType } from 'react';
import type { ScreenCard, ScreenGroup } from './tools/screens/screen-card.ts';
import { siteScreens } from './tools/site-screens.ts';

/** A page of the site: metadata for its head, its colour and its chunk. */
export interface Route {
  /** Null for the page shown at any path without a route. */
  readonly path: `/${string}` | null;
  readonly title: string;
  readonly group: ScreenGroup;
  /** The module that `load` imports, relative to the package: the build looks up its chunk. */
  readonly module: string;
  /** Loads the route's chunk. */
  load(): Promise<LoadedRoute>;
}

export interface LoadedRoute {
  readonly Page: ComponentType;
  /** One sentence for search engines. */
  readonly description: string;
}

/** Creates the route of a tool from its card and the module of its page. */
export const toolRoute =
  (page: string) =>
  (screen: ScreenCard): Route => ({
    path: screen.path,
    title: screen.title,
    group: screen.group,
    module: `src/tools/${screen.id}/${page}.tsx`,
    load: async () => {
      const { Page, description } = await screen.load();
      return { Page: () => <Page screen={screen} />, description };
    },
  });

const toolRoutes = siteScreens.map(toolRoute('page'));

const otherRoutes: readonly Route[] = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    group: 'ip',
    module: 'src/pages/privacy-policy.tsx',
    load: () => import('./pages/privacy-policy.tsx'),
  },
  {
    path: '/data',
    title: 'Data on this server',
    group: 'ip',
    module: 'src/pages/data.tsx',
    load: () => import('./pages/data.tsx'),
  },
  {
    path: '/login',
    title: 'Sign in',
    group: 'ip',
    module: 'src/pages/login.tsx',
    load: () => import('./pages/login.tsx'),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    group: 'ip',
    module: 'src/pages/dashboard.tsx',
    load: () => import('./pages/dashboard.tsx'),
  },
  {
    path: '/certificate',
    title: 'Certificate decoder',
    group: 'domain',
    module: 'src/pages/certificate.tsx',
    load: () => import('./pages/certificate.tsx'),
  },
  {
    path: '/lists',
    title: 'Lists',
    group: 'checks',
    module: 'src/pages/lists.tsx',
    load: () => import('./pages/lists.tsx'),
  },
  {
    path: '/api/docs/*',
    title: 'API documentation',
    group: 'domain',
    module: 'src/pages/api-docs.tsx',
    load: () => import('./pages/api-docs.tsx'),
  },
  {
    path: '/watch',
    title: 'Watch',
    group: 'checks',
    module: 'src/pages/watch.tsx',
    load: () => import('./pages/watch.tsx'),
  },
  {
    path: '/watch/*',
    title: 'Watch',
    group: 'checks',
    module: 'src/pages/watch.tsx',
    load: () => import('./pages/watch.tsx'),
  },
  {
    path: '/r/*',
    title: 'Kept result',
    group: 'ip',
    module: 'src/pages/kept.tsx',
    load: () => import('./pages/kept.tsx'),
  },
];

export const notFound: Route = {
  path: null,
  title: 'Page not found',
  group: 'ip',
  module: 'src/pages/not-found.tsx',
  load: () => import('./pages/not-found.tsx'),
};

/** All components on one page, in the development server only. */
const kitRoute: Route = {
  path: '/demos',
  title: 'Kit',
  group: 'domain',
  module: 'src/pages/demos.tsx',
  load: () => import('./pages/demos.tsx'),
};

export const routes: readonly Route[] = [
  ...toolRoutes,
  ...otherRoutes,
  ...(import.meta.env.MODE === 'development' ? [kitRoute] : []),
];

/**
 * Finds the route of exactly this path, as the server does: a trailing slash makes it another path. Any path below
 * `/r/` is a kept result, and any below `/api/docs` a page of the API's documents.
 */
export function routeAt(path: string): Route {
  const known = path.replace(/^\/(r|watch)\/.+/, '/$1/*').replace(/^\/api\/docs(?:\/.+)?$/, '/api/docs/*');
  return routes.find((route) => route.path === known) ?? notFound;
}

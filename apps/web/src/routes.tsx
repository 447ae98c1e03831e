import type { ComponentType } from 'react';
import type { ScreenCard, ScreenGroup } from './tools/screens/screen-card.ts';
import { siteScreens } from './tools/site-screens.ts';

/** A page of the site: metadata for its head, its colour and its chunk. */
export interface Route {
  /** Null for the page shown at any path without a route. */
  readonly path: `/${string}` | null;
  readonly title: string;
  /** One sentence for search engines. */
  readonly description: string;
  readonly group: ScreenGroup;
  /** The module that `load` imports, relative to the package: the build looks up its chunk. */
  readonly module: string;
  /** Loads the route's chunk, a component without props. */
  load(): Promise<ComponentType>;
}

/** Creates the route of a tool from its card and the module of its page. */
export const toolRoute =
  (page: string) =>
  (screen: ScreenCard): Route => ({
    path: screen.path,
    title: screen.title,
    description: screen.description,
    group: screen.group,
    module: `src/tools/${screen.id}/${page}.tsx`,
    load: async () => {
      const { Page } = await screen.load();
      return () => <Page screen={screen} />;
    },
  });

const toolRoutes = siteScreens.map(toolRoute('page'));

const otherRoutes: readonly Route[] = [
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    description: 'What this site collects when you look something up, what it is used for, and how to ask about it.',
    group: 'ip',
    module: 'src/pages/privacy-policy.tsx',
    load: async () => (await import('./pages/privacy-policy.tsx')).Page,
  },
  {
    path: '/data',
    title: 'Data on this server',
    description: 'The data on this server: where it comes from, how old it is, and when it is renewed.',
    group: 'ip',
    module: 'src/pages/data.tsx',
    load: async () => (await import('./pages/data.tsx')).Page,
  },
  {
    path: '/login',
    title: 'Sign in',
    description: 'Sign in, create an account, or have a forgotten password reset.',
    group: 'ip',
    module: 'src/pages/login.tsx',
    load: async () => (await import('./pages/login.tsx')).Page,
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    description: 'Your account and the lookups this browser remembers.',
    group: 'ip',
    module: 'src/pages/dashboard.tsx',
    load: async () => (await import('./pages/dashboard.tsx')).Page,
  },
  {
    path: '/certificate',
    title: 'Certificate decoder',
    description: 'Decode certificates and requests in your browser.',
    group: 'domain',
    module: 'src/pages/certificate.tsx',
    load: async () => (await import('./pages/certificate.tsx')).Page,
  },
  {
    path: '/lists',
    title: 'Lists',
    description: 'Check many targets with one tool.',
    group: 'checks',
    module: 'src/pages/lists.tsx',
    load: async () => (await import('./pages/lists.tsx')).Page,
  },
  {
    path: '/r/*',
    title: 'Kept result',
    description: 'A result as it was measured, kept under a link of its own.',
    group: 'ip',
    module: 'src/pages/kept.tsx',
    load: async () => (await import('./pages/kept.tsx')).Page,
  },
];

export const notFound: Route = {
  path: null,
  title: 'Page not found',
  description: 'There is no page at this address. All tools are in the menu.',
  group: 'ip',
  module: 'src/pages/not-found.tsx',
  load: async () => (await import('./pages/not-found.tsx')).Page,
};

/** All components on one page, in the development server only. */
const kitRoute: Route = {
  path: '/demos',
  title: 'Kit',
  description: 'Every part of the interface on one page.',
  group: 'domain',
  module: 'src/pages/demos.tsx',
  load: async () => (await import('./pages/demos.tsx')).Page,
};

export const routes: readonly Route[] = [
  ...toolRoutes,
  ...otherRoutes,
  ...(import.meta.env.MODE === 'development' ? [kitRoute] : []),
];

/**
 * Finds the route of exactly this path, as the server does: a trailing slash makes it another path. Any path below
 * `/r/` is a kept result.
 */
export function routeAt(path: string): Route {
  const known = path.replace(/^\/r\/.+/, '/r/*');
  return routes.find((route) => route.path === known) ?? notFound;
}

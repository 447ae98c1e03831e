import type { ComponentType } from 'react';
import type { Route } from './routes.tsx';

const loading = new Map<Route, Promise<ComponentType>>();
const loaded = new Map<Route, ComponentType>();

/** The route's page component, if its chunk is loaded. */
export function loadedPage(route: Route): ComponentType | undefined {
  return loaded.get(route);
}

/** React asks again for the page at each attempt to render it; all those attempts fail together. */
const FAILED_FOR_MS = 1000;

/** Loads a route's chunk once; a failed load can be retried a second later. */
export function loadRoute(route: Route): Promise<ComponentType> {
  const known = loading.get(route);
  if (known !== undefined) return known;
  const promise = route.load().then(({ Page }) => Page);
  loading.set(route, promise);
  promise.then(
    (Page) => loaded.set(route, Page),
    () => setTimeout(() => loading.delete(route), FAILED_FOR_MS),
  );
  return promise;
}

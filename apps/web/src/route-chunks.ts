import type { ComponentType } from 'react';
import type { Route } from './routes.tsx';

const loading = new Map<Route, Promise<ComponentType>>();
const loaded = new Map<Route, ComponentType>();

/** Loads a route's chunk, once; a failed attempt may be repeated. */
export function loadRoute(route: Route): Promise<ComponentType> {
  const known = loading.get(route);
  if (known !== undefined) return known;
  const promise = route.load().then((Page) => {
    loaded.set(route, Page);
    return Page;
  });
  loading.set(route, promise);
  promise.catch(() => loading.delete(route));
  return promise;
}

/** The page of a route whose chunk is there; null before that. */
export function loadedPage(route: Route): ComponentType | null {
  return loaded.get(route) ?? null;
}

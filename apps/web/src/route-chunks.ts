import type { ComponentType } from 'react';
import type { Route } from './routes.tsx';

const loading = new Map<Route, Promise<ComponentType>>();

const loaded = new WeakSet<Route>();

/** True for a route that can be shown at once. */
export function isLoaded(route: Route): boolean {
  return loaded.has(route);
}

/** Loads a route's chunk, once; a failed attempt may be repeated. React's `use` does not wait for one that is there. */
export function loadRoute(route: Route): Promise<ComponentType> {
  const known = loading.get(route);
  if (known !== undefined) return known;
  const promise = route.load();
  loading.set(route, promise);
  promise.then(
    // What `use` looks for in a promise before it waits.
    (Page) => {
      loaded.add(route);
      Object.assign(promise, { status: 'fulfilled', value: Page });
    },
    () => loading.delete(route),
  );
  return promise;
}

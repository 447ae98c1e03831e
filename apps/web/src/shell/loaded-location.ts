import { type BrowserLocationHook, navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { isLoaded, loadRoute } from '../route-chunks.ts';
import { routeAt } from '../routes.tsx';
import { toastProblem } from '../ui/announce.ts';

let latest = 0;

/** Goes to a page when its code is there. Where it does not come, the visitor stays, and is told. */
const goWhenLoaded: typeof navigate = (to, options) => {
  latest += 1;
  const turn = latest;
  const route = routeAt(new URL(to, location.href).pathname);
  if (isLoaded(route)) return navigate(to, options);
  const go = () => turn === latest && navigate(to, options);
  const stay = () => toastProblem(`${navigator.onLine ? '' : 'You are offline: '}${route.title} could not be loaded`);
  loadRoute(route).then(go, stay);
};

/** The location of the router, for links that do not leave a page before the next one is there. */
export const useLoadedLocation: BrowserLocationHook = (options) => [useBrowserLocation(options)[0], goWhenLoaded];

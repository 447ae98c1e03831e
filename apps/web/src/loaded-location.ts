import { type BrowserLocationHook, navigate, useBrowserLocation } from 'wouter/use-browser-location';
import { loadedPage, loadRoute } from './route-chunks.ts';
import { routeAt } from './routes.tsx';
import { toastProblem } from './ui/feedback/announce.ts';

let latest = 0;

/** Navigates once the page's chunk is loaded. If loading fails, the visitor stays on the page and sees a message. */
const goWhenLoaded: typeof navigate = (to, options) => {
  latest += 1;
  const own = latest;
  const route = routeAt(new URL(to, location.href).pathname);
  if (loadedPage(route) !== undefined) return navigate(to, options);
  const go = () => own === latest && navigate(to, options);
  const stay = () => toastProblem(`${navigator.onLine ? '' : 'You are offline: '}${route.title} could not be loaded`);
  loadRoute(route).then(go, stay);
};

/** The router's location; its links keep the current page until the next one is loaded. */
export const useLoadedLocation: BrowserLocationHook = (options) => [useBrowserLocation(options)[0], goWhenLoaded];

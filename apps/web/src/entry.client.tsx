import './styles/index.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { useLoadedLocation } from './loaded-location.ts';
import { loadRoute } from './route-chunks.ts';
import { routeAt } from './routes.tsx';

// In a build, `boot.ts` has loaded them.
if (import.meta.env.DEV) await import('./styles/answers.css');

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
// Pages are prerendered without a query, and the first render must match them.
const app = (
  <Router hook={useLoadedLocation} ssrSearch="">
    <App />
  </Router>
);
// Loads the route's chunk first, so that hydration finds the markup it expects and need not wait. Not awaited: that chunk
// imports from the one that this module is in, and each would wait for the other.
void loadRoute(routeAt(location.pathname)).then(() => {
  // Pages without prerendered markup exist only on the development server.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
});

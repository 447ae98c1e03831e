import './styles/index.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { loadRoute } from './route-chunks.ts';
import { routeAt } from './routes.tsx';
import { useLoadedLocation } from './shell/loaded-location.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element #root.');
// The route's chunk first: then hydration finds the markup it expects and has nothing to wait for.
await loadRoute(routeAt(location.pathname));
// The pages were rendered without a query; the first render must see what they saw.
const app = (
  <Router hook={useLoadedLocation} ssrSearch="">
    <App />
  </Router>
);
// Only the development server serves a page that was not prerendered.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);

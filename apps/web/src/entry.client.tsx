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
// Loads the route's chunk first, so that hydration finds the markup it expects and need not wait.
await loadRoute(routeAt(location.pathname));
// Pages are prerendered without a query, and the first render must match them.
const app = (
  <Router hook={useLoadedLocation} ssrSearch="">
    <App />
  </Router>
);
// Pages without prerendered markup exist only on the development server.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);

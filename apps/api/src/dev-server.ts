import { start } from './start.ts';

/** `npm run dev`: only the API, since the development server of the web app serves the pages. */
start(null);

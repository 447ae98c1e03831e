import { start } from './start.ts';

/** `npm run dev`: the API alone, since the web's own server gives out the pages as they are edited. */
start(null);

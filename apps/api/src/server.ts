import { fileURLToPath } from 'node:url';
import { start } from './start.ts';

/** The same from `src/` and from `dist/`: both lie one below the app's folder. */
start(fileURLToPath(new URL('../../web/dist', import.meta.url)));

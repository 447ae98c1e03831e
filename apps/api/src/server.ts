import { fileURLToPath } from 'node:url';
import { start } from './start.ts';

// The path is right from `src/` and from `dist/`: both are one level below the folder of the app.
start(fileURLToPath(new URL('../../web/dist', import.meta.url)));

import { fileURLToPath } from 'node:url';
import { start } from './start.ts';

// The path is valid from both `src/` and `dist/`, which are one level below the app's folder.
start(fileURLToPath(new URL('../../web/dist', import.meta.url)));

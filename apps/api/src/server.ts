import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const STARTED_MS = 10_000;

// Loading the code makes many objects, most of them for good. If V8 enlarged its space for young objects meanwhile, a server
// without requests would keep 30 MB that it never needs again: so it may do so only some seconds later.
setFlagsFromString('--semi-space-growth-factor=1');
setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), STARTED_MS).unref();
const { start } = await import('./start.ts');
// The path is valid from both `src/` and `dist/`, which are one level below the app's folder.
start(fileURLToPath(new URL('../../web/dist', import.meta.url)));

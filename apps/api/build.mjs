import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle, withRequire } from '../../scripts/node-bundle.mjs';
import { withLibraries } from './libraries.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Tests of the built server build their own.
const folder = dirname(process.argv[2] ?? here('dist/server.js'));
// The names of chunks change with what they hold.
rmSync(folder, { recursive: true, force: true });

await build({
  // The thread of the embedded database is a program of its own, and looked for beside the server; so are what backs up and what manages places.
  entryPoints: {
    server: here('src/server.ts'),
    backup: here('src/backup.ts'),
    'places-program': here('src/places-program.ts'),
    'embedded-worker': here('src/stores/embedded/embedded-worker.ts'),
  },
  outdir: folder,
  ...nodeBundle,
  sourcemap: true,
  // A map without the sources is read in a third of the time at every start; they are in the repository.
  sourcesContent: false,
  banner: withRequire,
  ...withLibraries,
});

import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// Tests of the built command build their own.
const outfile = process.argv[2] ?? here('dist/sonde.js');

// One file with everything in it, so that the command starts fast and runs wherever it is put.
await build({
  entryPoints: [here('src/sonde.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  minifySyntax: true,
  sourcemap: 'linked',
  // Optional and compiled: where it is not installed, pings find another way.
  external: ['koffi'],
  banner: { js: '#!/usr/bin/env node' },
});
chmodSync(outfile, 0o755);

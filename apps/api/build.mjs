import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dependenciesOf = (path) => Object.keys(JSON.parse(readFileSync(here(path), 'utf8')).dependencies ?? {});

// Our own packages are sources and go into the bundle; what comes from the registry stays where npm has put it.
const packages = ['package.json', '../../packages/probes/package.json', '../../packages/contract/package.json'];
const external = packages.flatMap(dependenciesOf).filter((name) => !name.startsWith('@sonde/'));

await build({
  entryPoints: [here('src/server.ts')],
  // Tests of the built server build their own.
  outfile: process.argv[2] ?? here('dist/server.js'),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  external,
});

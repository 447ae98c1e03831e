import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const dependenciesOf = (path) => {
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(here(path), 'utf8'));
  return Object.keys({ ...dependencies, ...optionalDependencies });
};

// Our own packages are sources and go into the bundle; what comes from the registry stays where npm has put it.
const packages = [
  'package.json',
  ...['contract', 'probes', 'service'].map((name) => `../../packages/${name}/package.json`),
];
const external = packages.flatMap(dependenciesOf).filter((name) => !name.startsWith('@sonde/'));

// Tests of the built server build their own.
const folder = dirname(process.argv[2] ?? here('dist/server.js'));
// The names of chunks change with what they hold.
rmSync(folder, { recursive: true, force: true });

await build({
  // The thread of the embedded database is a program of its own; it is looked for beside the server.
  entryPoints: { server: here('src/server.ts'), 'embedded-worker': here('src/stores/embedded/embedded-worker.ts') },
  outdir: folder,
  bundle: true,
  // What only some configurations need is loaded when it is: a server that is alone starts without Redis.
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  sourcemap: true,
  external,
});

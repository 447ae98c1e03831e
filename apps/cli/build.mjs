import { chmodSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle, withRequire } from '../../scripts/node-bundle.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
// Tests of the built command build their own.
const outfile = process.argv[2] ?? here('dist/sonde.js');
// The names of chunks change with what they hold.
if (process.argv[2] === undefined) rmSync(dirname(outfile), { recursive: true, force: true });

// Everything is in these files, so that the command runs wherever they are put; what a call needs is loaded when it is.
await build({
  entryPoints: { [basename(outfile).replace(/\.m?js$/, '')]: here('src/sonde.ts') },
  outdir: dirname(outfile),
  outExtension: { '.js': outfile.endsWith('.mjs') ? '.mjs' : '.js' },
  chunkNames: '[name]-[hash]',
  ...nodeBundle,
  sourcemap: 'linked',
  // ws, which agents use, is CommonJS and loads Node's modules by `require`.
  banner: withRequire,
  // Optional and compiled: where it is not installed, pings find another way.
  external: ['koffi'],
});
chmodSync(outfile, 0o755);

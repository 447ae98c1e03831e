import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { withRequire } from '../scripts/node-bundle.mjs';
import { oldestNodeTarget } from '../scripts/oldest-node.mjs';

/**
 * Builds a module and all that it imports into one file, like the server, and returns the path of that file. The loader
 * that runs the sources gives each function its name whenever it is created, which costs a question or a packet a good part
 * of its time; what people run is a bundle without it.
 */
export async function bundled(source: URL): Promise<string> {
  const entry = fileURLToPath(source);
  const name = `${basename(dirname(entry))}-${basename(entry, '.ts')}`;
  const outfile = fileURLToPath(new URL(`tmp/${name}.js`, import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: oldestNodeTarget,
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    // ws is CommonJS and loads Node's modules by `require`.
    banner: withRequire,
    external: ['koffi'],
  });
  return outfile;
}

/** Imports a module from a bundle of its own. */
export async function importBundled<Module>(source: URL): Promise<Module> {
  return (await import(pathToFileURL(await bundled(source)).href)) as Module;
}

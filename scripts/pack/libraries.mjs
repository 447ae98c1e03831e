import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { binary, root, runCommand } from '../ready/run-command.mjs';
import { Sentence } from '../ready/sentence.mjs';
import { copyInto, readManifest, stagePackage } from './stage.mjs';

const LIBRARIES = ['packages/contract', 'packages/probes'];
const isShipped = (path) => !/(^|\/)(testing|samples)\/|\.test\.ts$/.test(path);

/** Stages `@sonde/contract` and `@sonde/probes` as JavaScript with types. */
export async function stageLibraries(stage) {
  // Fast if the types have been checked before, since the declarations are a result of that.
  const { code, output } = await runCommand(binary('tsc'), ['-b', ...LIBRARIES]);
  if (code !== 0) throw new Sentence(`The types are wrong: ${output.trim().split('\n')[0]}`);
  return Promise.all(LIBRARIES.map((library) => stageLibrary(stage, library)));
}

async function stageLibrary(stage, library) {
  const { name, version, description, dependencies, optionalDependencies, exports } = readManifest(library);
  const folder = stagePackage(stage, {
    name,
    version,
    description,
    files: ['dist'],
    exports: { ...builtExports(exports), './package.json': './package.json' },
    sideEffects: false,
    dependencies,
    ...peersOf(optionalDependencies ?? {}),
  });
  await writeScripts(`${root}/${library}/src`, join(folder, 'dist'));
  writeDeclarations(`${root}/${library}`, join(folder, 'dist'));
  copyInto(folder, `${library}/README.md`, 'README.md');
  return folder;
}

/** The `exports` of a workspace with built files in place of sources, without those that only tests import. */
function builtExports(exports) {
  const shipped = Object.entries(exports).filter(([, source]) => isShipped(source));
  return Object.fromEntries(
    shipped.map(([path, source]) => {
      const built = source.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1');
      return [path, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
}

/**
 * Large databases are optional, and so is koffi, which has an install script: npm does not install optional peers by
 * itself.
 */
function peersOf(optional) {
  const wanted = Object.entries(optional).filter(([name]) => name !== '@ip-location-db/asn');
  if (wanted.length === 0) return {};
  // A database of any date will do.
  const peers = wanted.map(([name, version]) => [name, name === 'koffi' ? `^${version}` : '*']);
  peers.push(['@sonde/data', '*']);
  return {
    peerDependencies: Object.fromEntries(peers),
    peerDependenciesMeta: Object.fromEntries(peers.map(([name]) => [name, { optional: true }])),
  };
}

/** File by file and not minified, so that stack traces lead to the source. */
async function writeScripts(source, outdir) {
  const files = readdirSync(source, { recursive: true }).filter((path) => path.endsWith('.ts') && isShipped(path));
  await build({
    entryPoints: files.map((path) => join(source, path)),
    outbase: source,
    outdir,
    bundle: true,
    platform: 'neutral',
    target: 'es2023',
    format: 'esm',
    logLevel: 'error',
    plugins: [{ name: 'every import stays', setup: keepImports }],
  });
}

function keepImports({ onResolve }) {
  onResolve({ filter: /.*/ }, ({ kind, path }) => {
    if (kind === 'entry-point') return undefined;
    return { path: /^\.\.?\//.test(path) ? path.replace(/\.ts$/, '.js') : path, external: true };
  });
}

function writeDeclarations(library, outdir) {
  for (const path of readdirSync(`${library}/.types`, { recursive: true })) {
    const source = path.replace(/\.d\.ts$/, '.ts');
    // The compiler does not remove declarations of files that no longer exist.
    if (source === path || !isShipped(source) || !existsSync(`${library}/src/${source}`)) continue;
    const text = readFileSync(`${library}/.types/${path}`, 'utf8');
    mkdirSync(dirname(join(outdir, path)), { recursive: true });
    const imports = /((?:from|import\() ?['"]\.[^'"\n]*)\.ts(['"])/g;
    writeFileSync(join(outdir, path), text.replace(imports, '$1.js$2'));
  }
}

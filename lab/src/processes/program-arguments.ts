import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const folder = fileURLToPath(new URL('../../../.cache/programs/', import.meta.url));
const known = new Map<string, Promise<readonly string[]>>();

/**
 * Node's arguments to run a program of this repository as a process, from a bundle of its sources. Loading them one by
 * one through tsx takes two seconds of processor time, longer than most of these programs run.
 * @param entry absolute path of the program
 */
export function programArguments(entry: string): Promise<readonly string[]> {
  const found = known.get(entry) ?? findArguments(entry);
  known.set(entry, found);
  return found;
}

async function findArguments(entry: string): Promise<readonly string[]> {
  try {
    return [await writeBundle(entry)];
  } catch (error) {
    // Without write permission here, the sources are used.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return ['--import', 'tsx', entry];
    throw error;
  }
}

async function writeBundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    // Run by the Node that runs the tests.
    target: `node${process.versions.node}`,
    logLevel: 'silent',
    plugins: [installedPackages, ownAddresses],
  });
  const text = outputFiles[0]?.text ?? '';
  const path = join(folder, `${basename(entry, '.ts')}-${createHash('sha256').update(text).digest('hex')}.mjs`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return path;
  await mkdir(folder, { recursive: true });
  // Another process may be writing or running it at the same time.
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, text);
  await rename(fresh, path);
  return path;
}

/** Installed packages stay external; the packages of this repository are bundled. */
const installedPackages: Plugin = {
  name: 'installed packages',
  setup(on) {
    on.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@sonde/') ? null : { path, external: true },
    );
  },
};

/** Keeps `import.meta.url`, so that sources still find files beside themselves. */
const ownAddresses: Plugin = {
  name: 'own addresses',
  setup(on) {
    on.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const address = JSON.stringify(pathToFileURL(path).href);
      // The pattern must not match itself, since this file is bundled as well.
      return { loader: 'ts', contents: text.replace(/\bimport\.meta\.url\b/g, address) };
    });
  },
};

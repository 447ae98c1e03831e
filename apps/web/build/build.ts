/** Builds the web into `dist/`: hashed assets with their compressed forms, and every route as a complete page. */
import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { InlineConfig, Manifest } from 'vite';
import { compressAssets } from './compress.ts';
import { type ServerBundle, writePages } from './pages.ts';
import { type WrittenCells, writeCellsBeside } from './written-cells.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Written to a temporary folder and moved when complete: a failed or a second build leaves the served one alone. */
const aside = `${root}.cache/build-${process.pid}/`;
const dist = `${aside}dist/`;
const server = `${aside}server/`;

/** `vite.config.ts`, imported: vite would bundle it for each of the two builds. */
const shared = { root, configFile: false, logLevel: 'warn' } as const;

async function buildAside(): Promise<void> {
  // Beside each other: where one waits for the bundler, the other computes.
  const cells = writeCellsBeside(`${dist}assets/`);
  await Promise.all([buildClient(cells), buildServer(), cells]);
  const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;
  const bundle = (await import(pathToFileURL(`${server}entry.server.js`).href)) as ServerBundle;
  await writePages({ root, dist, manifest, server: bundle });
  // What the pages added.
  await compressAssets(`${dist}assets/`);
}

/** Loaded here, because it takes most of a second, in which the other process cuts cells already. */
async function loadVite() {
  const [vite, { webConfig }, { mapCells }] = await Promise.all([
    import('vite'),
    import('../vite.config.ts'),
    import('./map-cells-plugin.ts'),
  ]);
  return { build: vite.build, mergeConfig: vite.mergeConfig, webConfig, mapCells };
}

async function buildClient(cells: Promise<WrittenCells>): Promise<void> {
  const { build, mergeConfig, webConfig, mapCells } = await loadVite();
  const options: InlineConfig = {
    ...shared,
    build: {
      outDir: dist,
      // The folder is new, and other processes write to it.
      emptyOutDir: false,
      manifest: true,
      rolldownOptions: { input: `${root}src/entry.client.tsx` },
    },
  };
  await build(mergeConfig(webConfig(false, mapCells(cells)), options));
  await compressAssets(`${dist}assets/`);
}

async function buildServer(): Promise<void> {
  const { build, mergeConfig, webConfig } = await loadVite();
  const options: InlineConfig = {
    ...shared,
    build: { outDir: server, emptyOutDir: true, ssr: `${root}src/entry.server.tsx`, copyPublicDir: false },
    // Bundled because the workspace's packages are sources; everything else is imported from node_modules.
    ssr: { noExternal: [/^@sonde\//] },
  };
  await build(mergeConfig(webConfig(true), options));
}

try {
  await buildAside();
  await rm(`${root}dist`, { recursive: true, force: true });
  await rename(dist, `${root}dist`);
} finally {
  await rm(aside, { recursive: true, force: true });
}

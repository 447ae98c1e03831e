/** Builds the web into `dist/`: hashed assets with their compressed forms, and every route as a complete page. */
import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { compressAssets } from './compress.ts';
import { type ServerBundle, writePages } from './pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Written to a temporary folder and moved when complete: a failed or a second build leaves the served one alone. */
const aside = `${root}.cache/build-${process.pid}/`;
const dist = `${aside}dist/`;
const server = `${aside}server/`;

const shared = { root, configFile: `${root}vite.config.ts`, logLevel: 'warn' } as const;

async function buildAside(): Promise<void> {
  // Beside each other: where one waits for the bundler, the other computes.
  await Promise.all([buildClient(), buildServer()]);
  const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;
  const bundle = (await import(pathToFileURL(`${server}entry.server.js`).href)) as ServerBundle;
  await writePages({ root, dist, manifest, server: bundle });
  // What the pages added.
  await compressAssets(`${dist}assets/`);
}

async function buildClient(): Promise<void> {
  await build({
    ...shared,
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: `${root}src/entry.client.tsx` },
    },
  });
  await compressAssets(`${dist}assets/`);
}

async function buildServer(): Promise<void> {
  await build({
    ...shared,
    build: { outDir: server, emptyOutDir: true, ssr: `${root}src/entry.server.tsx`, copyPublicDir: false },
    // Bundled because the workspace's packages are sources and the icons use our own renderer; everything else is
    // imported from node_modules.
    ssr: { noExternal: [/^@sonde\//, 'lucide-react'] },
  });
}

try {
  await buildAside();
  await rm(`${root}dist`, { recursive: true, force: true });
  await rename(dist, `${root}dist`);
} finally {
  await rm(aside, { recursive: true, force: true });
}

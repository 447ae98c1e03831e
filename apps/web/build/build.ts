/** Builds the front into `dist/`: hashed assets with their compressed forms, and every route as a whole page. */
import { readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { compressAssets } from './compress.ts';
import { type ServerBundle, writePages } from './pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Made aside and moved when it is whole: a failed or a second build leaves the one that is served alone. */
const aside = `${root}.cache/build-${process.pid}/`;
const dist = `${aside}dist/`;
const server = `${aside}server/`;

const shared = { root, configFile: `${root}vite.config.ts`, logLevel: 'warn' } as const;

async function buildAside(): Promise<void> {
  await build({
    ...shared,
    build: {
      outDir: dist,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: `${root}src/entry.client.tsx` },
    },
  });
  await build({
    ...shared,
    build: { outDir: server, emptyOutDir: true, ssr: `${root}src/entry.server.tsx`, copyPublicDir: false },
    // The workspace's packages are sources, and the icons are drawn by our own renderer; the rest is imported as it is.
    ssr: { noExternal: [/^@sonde\//, 'lucide-react'] },
  });
  const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;
  const bundle = (await import(pathToFileURL(`${server}entry.server.js`).href)) as ServerBundle;
  await writePages({ root, dist, manifest, server: bundle });
  await compressAssets(`${dist}assets/`);
}

try {
  await buildAside();
  await rm(`${root}dist`, { recursive: true, force: true });
  await rename(dist, `${root}dist`);
} finally {
  await rm(aside, { recursive: true, force: true });
}

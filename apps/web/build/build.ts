/** Builds the front into `dist/`: hashed assets with their compressed forms, and every route as a whole page. */
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';
import { compressAssets } from './compress.ts';
import { type ServerBundle, writePages } from './pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}dist/`;

const shared = { root, configFile: `${root}vite.config.ts`, logLevel: 'warn' } as const;

await build({
  ...shared,
  build: { outDir: dist, emptyOutDir: true, manifest: true, rolldownOptions: { input: `${root}src/entry.client.tsx` } },
});
await build({
  ...shared,
  build: { outDir: `${dist}.server`, emptyOutDir: true, ssr: `${root}src/entry.server.tsx`, copyPublicDir: false },
  // The workspace's packages are sources; nothing but packages of the registry may be imported as it is.
  ssr: { noExternal: [/^@sonde\//] },
});

const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8')) as Manifest;
const server = (await import(pathToFileURL(`${dist}.server/entry.server.js`).href)) as ServerBundle;
await writePages({ root, dist, manifest, server });
await compressAssets(`${dist}assets/`);
await rm(`${dist}.server`, { recursive: true });

import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { evaluated } from './build/evaluated.ts';
import { mapCells } from './build/map-cells-plugin.ts';
import { sharedChunks } from './build/shared-chunks.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';

/** The API that `npm run dev` starts beside the development server. */
const API = process.env['SONDE_DEV_API'] ?? 'http://127.0.0.1:3000';

/** Adds the operator's configuration to the pages of the development server, as in the built ones. */
const configured: Plugin = {
  name: 'configured',
  apply: 'serve',
  async transformIndexHtml() {
    const answer = await fetch(`${API}/api/site-config`).catch(() => null);
    // While the API restarts, the page uses its defaults.
    const children = answer?.ok === true ? await answer.text() : '';
    return [{ tag: 'script', attrs: { type: 'application/json', id: 'sonde-config' }, children, injectTo: 'body' }];
  },
};

/** Vite's helper waits for sheets and preloads, and there are none: 0.6 kB of every first load (see `build`). */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null),
};

/** @param cells for a build that has them written by another process */
export const webConfig = (isSsrBuild: boolean, cells: Plugin = mapCells()): UserConfig => ({
  plugins: [plainImports, evaluated(), stripDescriptions(), cells, configured],
  // The router uses a polyfill for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    // No inlined assets and one style sheet: the build inlines the sheet into each page itself.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // It would add half a kilobyte to every first load; boot.ts preloads the chunks.
    modulePreload: false,
    // The log that would show it is off.
    reportCompressedSize: false,
    rolldownOptions: {
      // Pages are rendered by a build of their own, which loads modules where they are used.
      output: isSsrBuild ? {} : { codeSplitting: { groups: sharedChunks() } },
      // TanStack Query marks its files for React's server components, which nothing here has.
      checks: { moduleLevelDirective: false },
    },
  },
  server: { proxy: { '/api': API, '/.well-known': API, '^/r/[^/]+\\.(?:json|md|csv|svg)$': API } },
});

export default defineConfig(async ({ command, isSsrBuild }) => {
  const config = webConfig(isSsrBuild === true);
  if (command === 'build') return config;
  // Replaces components in place. Loaded here, because the build needs no development dependencies.
  const { default: react } = await import('@vitejs/plugin-react');
  return { ...config, plugins: [...(config.plugins ?? []), react()] };
});

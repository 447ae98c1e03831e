import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leaner } from './build/leaner.ts';
import { mapCells } from './build/map-cells-plugin.ts';
import { reactModules } from './build/react-modules.ts';
import { wordless } from './build/wordless.ts';

/** The API that `npm run dev` starts beside the watched front. */
const API = process.env['SONDE_DEV_API'] ?? 'http://127.0.0.1:3000';

/** What every page needs before its first lookup; their imports come along. */
const frame = [
  'node_modules/react',
  'contract/src/target/',
  'src/(app|examples|shell/lookup-link).tsx?$',
  'src/tools/(use-lookup-form|lazy-result|lookup-frame|lookup-page|use-linked-target).tsx?$',
  'src/ui/(ad-scripts|page-header|panel|search-form|round-button|submit-button|chip|empty-state|error-box|recent-lookups|skeleton-panel|status-line|ad-slot).tsx$',
];
/** What every answer needs: the client, the contracts, the panels. */
const answers = [
  'src/(ask|ask-error|query-client).ts$',
  'src/tools/use-lookup.ts$',
  'src/ui/(also-check|answer-card|code-block|copy-button|export-menu|key-value-list|record-table|share-button|yes-no).tsx$',
];

/** A few chunks to fetch, instead of one for every module that two pages share. */
const groups = [
  // Of the contract, and needed before the first lookup: without a chunk of its own it would bring all of the contract along.
  { name: 'start-tls', test: anyOf(['contract/src/tls/start-tls-names.ts$']), priority: 3 },
  { name: 'frame', test: anyOf(frame), priority: 2 },
  { name: 'answers', test: anyOf(answers), priority: 1 },
];

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));
}

/** The pages of the development server carry what the operator has set, as the shipped ones do. */
const configured: Plugin = {
  name: 'configured',
  apply: 'serve',
  async transformIndexHtml() {
    const answer = await fetch(`${API}/api/site-config`).catch(() => null);
    // While the API restarts, the page says that it does not know.
    const children = answer?.ok === true ? await answer.text() : '';
    return [{ tag: 'script', attrs: { type: 'application/json', id: 'sonde-config' }, children, injectTo: 'body' }];
  },
};

export default defineConfig({
  plugins: [leaner, reactModules, wordless, mapCells(), configured, react()],
  // The router brings a stand-in for a hook that React has had since 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    // No inlined assets and one sheet: the build step puts the sheet into each page itself.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Half a kilobyte in every first load; boot.ts fetches the chunks of a first load side by side.
    modulePreload: false,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // React DOM looks whether the scheduler is one that has a log.
      checks: { importIsUndefined: false },
    },
  },
  server: { proxy: { '/api': API } },
});

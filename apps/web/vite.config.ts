import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { evaluated } from './build/evaluated.ts';
import { mapCells } from './build/map-cells-plugin.ts';
import { slimModules } from './build/slim-modules.ts';
import { stripDescriptions } from './build/strip-descriptions.ts';

/** The API that `npm run dev` starts beside the development server. */
const API = process.env['SONDE_DEV_API'] ?? 'http://127.0.0.1:3000';

/** Needed by every page before its first lookup, including its imports. */
const frame = [
  'node_modules/react',
  // Without what a single page or only a lookup needs.
  'contract/src/targets/(?!mac-query|kind-words|url|pasted|reverse-name)',
  'contract/src/tls/start-tls-names.ts$',
  'src/(app|tools/screens/(examples|lookup-link)).tsx?$',
  'src/tools/lookup/(use-lookup-form|use-second-target|running-lookup|lazy-result|lookup-frame|lookup-page|use-linked-target).tsx?$',
  'src/ui/\\w+/(page-header|panel|search-form|options-fold|round-button|submit-button|chip|empty-state|error-box|recent-lookups|skeleton-panel|status-line|ad-slot).tsx$',
];
/** Needed by every answer: the client, the contracts, the panels. */
const answers = [
  'src/browser/api/(ask|ask-error|query-client).ts$',
  'src/tools/lookup/use-lookup.ts$',
  'src/tools/screens/also-check.tsx$',
  'src/ui/\\w+/(answer-card|code-block|copy-button|export-menu|key-value-list|record-table|share-button|yes-no).tsx$',
];

/** Small modules without imports that answers and the dashboard share: one request together. */
const leaves = [
  'contract/src/(account|finding/severity|snapshots/snapshot|table/table|targets/reverse-name).ts$',
  'contract/src/text/(format-ms|known-word).ts$',
  'src/browser/(api/ask-error-text|page/(adopt-sheet|local-times)).ts$',
  'src/ui/times/humanise-seconds.ts$',
  'src/ui/icons/lucide/(bookmark|key-round|printer|history|rotate-cw|shield-alert|terminal).ts$',
];
/** Shared by the answers of several tools. */
const parts = [
  'contract/src/(report/compose|table/(derived-tables|flat-facts)).ts$',
  'src/tools/checked/(frozen-context|evidence/resolver-filters).ts$',
  'src/tools/findings/(running-card|state-words).tsx?$',
  'src/tools/lookup/(gap-meaning|offline-cause|lookup-failure).tsx?$',
  'src/tools/screens/save-button.tsx$',
  'src/ui/(export/calendar-button|map/map-error).tsx?$',
];
/** The page of kept results, without the answers that it shows. */
const kept = [
  'src/pages/kept/(banner|frozen-answers|frozen-frame|frozen-part|kept-result|read-snapshot|use-needed).tsx?$',
];

/** By tool. Those of `geo`, `dns` and `mac` have chunks of their own below. */
const BESIDE_ANSWER =
  /src[\\/]tools[\\/](ssl|whois|subdomain|ping|traceroute|mail)[\\/](?:texts|loading|no-results|asked|trace-options)\.tsx?$/;

/** A few chunks, instead of one for every module that two pages share. */
const groups = [
  {
    name: 'dns-options',
    test: anyOf(['contract/src/dns/server-target.ts$', 'src/tools/dns/(options/dns-options|loading).tsx?$']),
    priority: 1.5,
  },
  {
    name: 'delegation-query',
    test: anyOf(['contract/src/tools/delegation/data/given.ts$', 'src/tools/delegation/texts.ts$']),
    priority: 1.5,
  },
  { name: 'report-parts', test: anyOf(['src/tools/report/(part-lists|expected-parts|texts).ts$']), priority: 1.5 },
  // What a page needs beside its answer, which the page of kept results shows without it.
  {
    name: (id: string) => `${BESIDE_ANSWER.exec(id)?.[1]}-texts`,
    test: BESIDE_ANSWER,
    priority: 1,
  },
  // Needed by a page before its answer and by answers, so that neither loads the chunk of the other.
  { name: 'shield-check', test: anyOf(['src/ui/icons/lucide/shield-check.ts$']), priority: 1 },
  // Loaded with what needs them, for the same reason.
  {
    name: 'mac-texts',
    test: anyOf(['contract/src/targets/mac-query.ts$', 'src/tools/mac/(texts|loading|no-results|asked).tsx?$']),
    priority: 1.5,
  },
  { name: 'pasted', test: anyOf(['contract/src/targets/pasted(-wrapping)?.ts$']), priority: 1 },
  { name: 'frame', test: anyOf(frame), priority: 2 },
  { name: 'answers', test: anyOf(answers), priority: 1 },
  { name: 'leaves', test: anyOf(leaves), priority: 0.6 },
  // What answers need of the targets beside the frame, such as the reader of URLs: a page that needs it loads no answer for it.
  { name: 'targets', test: anyOf(['contract/src/targets/']), priority: 0.55 },
  { name: 'parts', test: anyOf(parts), priority: 0.5 },
  { name: 'kept-result', test: anyOf(kept), priority: 0.4 },
  // One chunk compresses better than two, and `/` has the largest first load.
  {
    name: 'tracker',
    test: anyOf([
      'src/(?:tools/geo/(page|tracker-memory|use-tracker)|ui/ads/ad-scripts).tsx?$',
      'src/ui/icons/lucide/globe.ts$',
    ]),
    priority: 1,
  },
];

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'));
}

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

/** @param cells for a build that has them written by another process */
export const webConfig = (isSsrBuild: boolean, cells: Plugin = mapCells()): UserConfig => ({
  plugins: [evaluated(), slimModules(), stripDescriptions(), cells, configured],
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
      output: isSsrBuild ? {} : { codeSplitting: { groups } },
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

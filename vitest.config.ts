import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { isLong, MEMORY } from './scripts/test/vitest-settings.ts';

const setupFiles = [fileURLToPath(new URL('scripts/test/wait-limit.ts', import.meta.url))];
// Under CI far above what is waited for: on a busy machine slow is not wrong.
const waiting = { hookTimeout: 180_000, expect: { poll: { timeout: process.env['CI'] ? 30_000 : 10_000 } } };

const isChosen = (file: string) => (isLong ? file.replace('*.test.', '*.{long,fuzz}.test.') : file);

/** Replaced by a module that starts the same program faster. */
const alias = [
  {
    find: './start-embedded-worker.ts',
    replacement: fileURLToPath(new URL('apps/api/src/testing/start-bundled-worker.ts', import.meta.url)),
  },
];

const node = (name: string, files: string[], more: { globalSetup?: string; testTimeout?: number } = {}) => ({
  resolve: { alias },
  test: {
    name,
    environment: 'node',
    include: files.map(isChosen),
    exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.*'])],
    setupFiles,
    testTimeout: 60_000,
    execArgv: MEMORY,
    // One process for many files: to load what they import takes longer than to run most of them.
    isolate: false,
    ...waiting,
    ...more,
  },
});

export default defineConfig({
  test: {
    // Most tests wait for servers most of the time: on two cores, three times as many files at once.
    maxWorkers: Math.max(6, availableParallelism()),
    projects: [
      // One project, so that what all workspaces import is compiled once.
      node('node', ['packages/*/{src,build}/**/*.test.ts', 'apps/*/{src,build}/**/*.test.ts', 'lab/src/**/*.test.ts'], {
        globalSetup: fileURLToPath(new URL('apps/api/src/testing/postgres-pool.ts', import.meta.url)),
      }),
      node('scripts', ['scripts/**/*.test.ts', 'deploy/*.test.ts'], { testTimeout: 180_000 }),
      'apps/web/vitest.config.ts',
    ],
  },
});

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const setupFiles = [fileURLToPath(new URL('scripts/test/wait-limit.ts', import.meta.url))];
// Under CI far above what is waited for: on a busy machine slow is not wrong.
const waiting = { hookTimeout: 180_000, expect: { poll: { timeout: process.env['CI'] ? 30_000 : 10_000 } } };

const node = (name: string, include: string[], testTimeout = 60_000) => ({
  // One process for many files: to load what they import takes longer than to run most of them.
  test: { name, environment: 'node', include, setupFiles, testTimeout, isolate: false, ...waiting },
});

export default defineConfig({
  test: {
    // Most tests wait for servers most of the time: on two cores, twice as many files at once.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      node('contract', ['packages/contract/src/**/*.test.ts']),
      node('probes', ['packages/probes/{src,build}/**/*.test.ts']),
      node('service', ['packages/service/src/**/*.test.ts']),
      node('api', ['apps/api/src/**/*.test.ts']),
      node('cli', ['apps/cli/src/**/*.test.ts']),
      node('lab', ['lab/src/**/*.test.ts']),
      node('scripts', ['scripts/**/*.test.ts', 'deploy/*.test.ts'], 180_000),
      node('web-logic', ['apps/web/{src,build}/**/*.test.ts']),
      'apps/web/vitest.config.ts',
    ],
  },
});

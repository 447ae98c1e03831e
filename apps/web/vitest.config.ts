import { configDefaults, defineConfig } from 'vitest/config';
import { isLong, MEMORY } from '../../scripts/test/vitest-settings.ts';
import { mapCells } from './build/map-cells-plugin.ts';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './src/testing/wait-limits.ts';

export default defineConfig({
  plugins: [mapCells()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    isolate: false,
    // Tests without a document are `*.test.ts` and run in Node (`vitest.config.ts` of the root).
    include: [isLong ? 'src/**/*.long.test.tsx' : 'src/**/*.test.tsx'],
    exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.*'])],
    execArgv: MEMORY,
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: 180_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
});

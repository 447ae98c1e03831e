import { defineConfig } from 'vitest/config';
import { mapCells } from './build/map-cells-plugin.ts';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './src/testing/wait-limits.ts';

export default defineConfig({
  plugins: [mapCells()],
  // Preact stands for React (package.json), but under a name of its own for this part.
  resolve: {
    alias: {
      '@testing-library/react': '@testing-library/react/dist/@testing-library/react.esm.js',
      'react-dom/test-utils': 'preact/test-utils',
    },
  },
  test: {
    name: 'web',
    server: { deps: { inline: [/@testing-library\/react/] } },
    environment: 'happy-dom',
    isolate: false,
    // Tests without a document are `*.test.ts` and run in Node (`vitest.config.ts` of the root).
    include: ['src/**/*.test.tsx'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: 180_000,
    expect: { poll: { timeout: WAIT_LIMIT_MS } },
  },
});

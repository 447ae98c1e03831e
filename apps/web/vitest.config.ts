import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mapCells } from './build/map-cells-plugin.ts';

export default defineConfig({
  plugins: [mapCells(), react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    // What needs no document has no JSX in its name, and runs without one (`vitest.config.ts` of the root).
    include: ['src/**/*.test.tsx'],
    setupFiles: ['test/patience.ts', '../../scripts/test/patience.ts'],
    // Far above what is waited for: on a busy machine slow is not wrong.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

// Without its windows Chromium takes two thirds of the processor time: each page of the other has a toolbar to draw.
const SYSTEM_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
// Without any, Playwright's own browser.
const chromium = process.env['CHROMIUM_PATH'] ?? SYSTEM_CHROMIUM.find((path) => existsSync(path));

export default defineConfig<object, { provider: 'embedded' | 'firebase' }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'output',
  globalSetup: './global-setup.ts',
  // More than cores: a page waits for its server most of the time.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Far above what a test takes: on a busy machine slow is not wrong.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  projects: [
    // The accounts once more, with Firebase's SDK and its emulator; one of those is large enough, and it comes first so
    // that the others do not wait for it in the end.
    {
      name: 'hosted',
      testMatch: 'accounts*.spec.ts',
      grepInvert: /@embedded/,
      workers: 1,
      use: { provider: 'firebase' },
    },
    // One worker starts one world of its own; several would start as many.
    { name: 'demo', testMatch: 'demo.spec.ts', workers: 1 },
    { name: 'sonde', testIgnore: 'demo.spec.ts', grepInvert: /@hosted/ },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // A trace costs every test time: `npm run e2e -- --trace on` when one is needed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pictures of a GPU that is not there cost processor time.
        '--disable-gpu',
        // Letters as wide as on a screen, where they stand between pixels too.
        '--font-render-hinting=none',
      ],
    },
  },
});

import { defineConfig } from '@playwright/test';
import config from '../../e2e/playwright.config.ts';

/** The browser tests as a judge: a failure counts if it occurs twice, and is then reported at once. */
export default defineConfig(config, {
  testDir: '../../e2e',
  globalSetup: '../../e2e/global-setup.ts',
  outputDir: 'output',
  reporter: 'json',
  retries: 1,
  maxFailures: 1,
  timeout: 60_000,
  expect: { timeout: 8_000 },
  use: { actionTimeout: 8_000, screenshot: 'off' },
});

import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { isLong } from './test-set.ts';

// The headless shell takes two thirds of the CPU time, since it draws no toolbars.
const SYSTEM_CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
// Otherwise Playwright's own browser.
const chromium = process.env['CHROMIUM_PATH'] ?? SYSTEM_CHROMIUM.find((path) => existsSync(path));

const files = (...names: readonly string[]) => names.map((name) => `${name}.spec.ts`);
/** Each of these worlds of servers is started once, by the only worker that uses it. A second demo would lack its ports. */
const worlds = {
  accounts: files('accounts', 'accounts-dashboard', 'accounts-lists', 'accounts-tokens', 'watch'),
  demo: files('from-the-top', 'proof', 'report', 'evidence-beside', 'first-tasks', 'demo', 'delegation', 'places'),
  network: files('ping', 'traceroute'),
  tls: files('ssl', 'ssl-check', 'web'),
};
const sequentialFiles = files('ads', 'subdomain', 'whois');

const without = (...tags: readonly string[]) => ({
  grepInvert: tags.concat(isLong ? [] : ['@long']).map((tag) => new RegExp(tag)),
});

export default defineConfig<object, { provider: 'embedded' | 'firebase' }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'output',
  globalSetup: './global-setup.ts',
  // Twice the cores of the smallest machine: a test spends more than half of its time waiting.
  workers: 4,
  fullyParallel: true,
  ...(isLong ? { grep: /@long|@both/ } : {}),
  retries: 0,
  forbidOnly: true,
  // Far longer than any test takes, because the machine may be busy.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  projects: [
    // The account tests run again with Firebase's SDK and its emulator. One worker is enough; it runs first, so
    // that the others do not have to wait for it at the end.
    {
      name: 'hosted',
      testMatch: 'accounts*.spec.ts',
      ...(isLong ? { grep: /@independent|@long/, grepInvert: /@embedded/ } : without('@embedded', '@independent')),
      workers: 1,
      use: { provider: 'firebase' },
    },
    // What runs sequentially for minutes starts before the tests that fill the gaps.
    ...Object.entries(worlds).map(([name, testMatch]) => ({ name, testMatch, workers: 1, ...without('@hosted') })),
    { name: 'sequential', testMatch: sequentialFiles, ...without('@hosted') },
    { name: 'sonde', testIgnore: [...Object.values(worlds).flat(), ...sequentialFiles], ...without('@hosted') },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // A trace slows every test down: use `npm run e2e -- --trace on` when one is needed.
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
        // Emulating a GPU costs CPU time.
        '--disable-gpu',
        // No spare renderer process: every context has one page, and starts with one process.
        '--renderer-process-limit=1',
        // Subpixel positioning, so that text is as wide as on a real screen.
        '--font-render-hinting=none',
      ],
    },
  },
});

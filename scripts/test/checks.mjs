import { binary, root, runCommand, runNpm } from '../ready/run-command.mjs';
import { countPlaywright, countVitest, failedFiles } from './counts.mjs';

const MINUTE_MS = 60_000;
const VITEST_REPORT = `${root}/.cache/vitest.json`;
const PLAYWRIGHT_REPORT = `${root}/.cache/playwright.json`;

const SHIPPED = ['packages/contract', 'packages/probes', 'apps/api', 'apps/cli', 'apps/web'];
const PRODUCTION = [
  ...['--production', '--no-progress', '--include', 'files,unlisted'],
  ...SHIPPED.flatMap((workspace) => ['--workspace', workspace]),
];

const script = (name, ...args) => runCommand(process.execPath, [`${root}/scripts/${name}.mjs`, ...args], quick);
const quick = { deadlineMs: 5 * MINUTE_MS };

/** Tests ask for a test set by this variable (`vitest.config.ts`, `e2e/playwright.config.ts`). */
const LONG = { TEST_SET: 'long' };
const DEADLINE_MS = 20 * MINUTE_MS;
const LONG_DEADLINE_MS = 40 * MINUTE_MS;

const vitest = (args, show, env, deadlineMs) =>
  runCommand(
    binary('vitest'),
    [
      'run',
      '--allowOnly=false',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST_REPORT}`,
      ...args,
    ],
    // As under CI: tests that run beside all others wait longer for what is to come.
    { ...show, deadlineMs, env: { CI: process.env.CI || 'true', ...env } },
  );

const playwright = (args, show, env, deadlineMs) =>
  runCommand(binary('playwright'), ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...args], {
    ...show,
    deadlineMs,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: PLAYWRIGHT_REPORT, ...env },
  });

const unit = { needsSystem: true, report: VITEST_REPORT, count: countVitest, again: failedFiles };
const browser = {
  needsSystem: true,
  needsFirebase: true,
  report: PLAYWRIGHT_REPORT,
  count: countPlaywright,
  again: () => ['--last-failed', '--workers=1'],
};

/**
 * All checks, the fastest first. `report` names the file in which a test runner counts
 * its tests; a check without one counts as one. `again` gives the arguments that run the failed ones of a report only.
 * `run` of a test runner gets the arguments for it, and how what it prints is shown.
 * `needsSystem`: programs that come with the system must be there.
 */
export const checks = [
  { name: 'types', run: () => runCommand(binary('tsc'), ['-b'], quick) },
  { name: 'lint', run: () => runCommand(binary('biome'), ['ci', '--error-on-warnings', '--colors=off'], quick) },
  { name: 'walls', run: () => script('walls') },
  { name: 'unused', run: () => runCommand(binary('knip'), ['--no-progress', '--treat-config-hints-as-errors'], quick) },
  // Code that only tests reach must not lie among what ships.
  { name: 'test-only', run: () => runCommand(binary('knip'), PRODUCTION, quick) },
  { name: 'requirements', run: () => script('requirements') },
  { name: 'notices', run: () => script('notices', '--check') },
  // npm ci refuses a lock that does not fit the manifests, or that lacks the binaries of another system.
  { name: 'lock', run: () => runNpm(['ci', '--dry-run', '--loglevel=error'], quick) },
  { ...unit, name: 'tests', run: (args, show) => vitest(args, show, {}, DEADLINE_MS) },
  { ...browser, name: 'browser', run: (args, show) => playwright(args, show, {}, DEADLINE_MS) },
];

/** What is exhaustive and slow, and fuzz tests with all their inputs: `npm run test:long`. */
export const longChecks = [
  { ...unit, name: 'tests', run: (args, show) => vitest(args, show, LONG, LONG_DEADLINE_MS) },
  { ...browser, name: 'browser', run: (args, show) => playwright(args, show, LONG, LONG_DEADLINE_MS) },
];

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

/** This variable selects the test set (`vitest.config.ts`, `e2e/playwright.config.ts`). */
const LONG = { TEST_SET: 'long' };
const DEADLINE_MS = 30 * MINUTE_MS;
/** Every bench for about a second. */
const BRIEFLY = ['run', '--project', 'scripts', 'scripts/bench.long.test.ts'];
const slow = { deadlineMs: 15 * MINUTE_MS, env: LONG };
const LONG_DEADLINE_MS = 90 * MINUTE_MS;

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
    // As in CI: tests that run beside all others need longer time limits.
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
 * All checks, the fastest first. `report` names the file in which a test runner counts its tests; a check without one
 * counts as one. `again` gives the arguments to run only the failed ones of a report. `run` of a test runner gets its
 * arguments, and how to show its output. `needsSystem`: programs of the system must be installed.
 */
export const checks = [
  // One checker for each project: four would check the types that they share four times.
  { name: 'types', run: () => runCommand(binary('tsc'), ['-b', '--checkers', '1'], quick) },
  { name: 'lint', run: () => runCommand(binary('biome'), ['ci', '--error-on-warnings', '--colors=off'], quick) },
  { name: 'walls', run: () => script('walls') },
  { name: 'unused', run: () => runCommand(binary('knip'), ['--no-progress', '--treat-config-hints-as-errors'], quick) },
  // Code used only by tests must not be among the shipped code.
  { name: 'test-only', run: () => runCommand(binary('knip'), PRODUCTION, quick) },
  { name: 'requirements', run: () => script('requirements') },
  { name: 'notices', run: () => script('notices', '--check') },
  // npm ci refuses a lock file that does not match the manifests, or that lacks binaries for another system.
  { name: 'lock', run: () => runNpm(['ci', '--dry-run', '--loglevel=error'], quick) },
  // Last of the quick ones: it waits most of the time, beside the tests.
  { name: 'benches', needsSystem: true, run: () => runCommand(binary('vitest'), BRIEFLY, slow) },
  { ...unit, name: 'tests', run: (args, show) => vitest(args, show, {}, DEADLINE_MS) },
  { ...browser, name: 'browser', run: (args, show) => playwright(args, show, {}, DEADLINE_MS) },
];

/** Exhaustive and slow tests, and fuzz tests with all their inputs: `npm run test:long`. */
export const longChecks = [
  { ...unit, name: 'tests', run: (args, show) => vitest(args, show, LONG, LONG_DEADLINE_MS) },
  { ...browser, name: 'browser', run: (args, show) => playwright(args, show, LONG, LONG_DEADLINE_MS) },
];

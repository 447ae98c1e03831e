/** A test that did not run has not passed: every result other than `passed` counts as failed. */

/** Counts the report of vitest's JSON reporter. */
export function countVitest(report) {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const notRun = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  // A file that cannot be loaded has no tests, and is a failure.
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed,
    failed: tests.length - passed + broken.length,
    failures: [
      ...broken.map(({ name }) => name),
      ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ],
    skipped: notRun.map(({ fullName }) => fullName),
  };
}

/** Counts the report of Playwright's JSON reporter. */
export function countPlaywright(report) {
  const tests = specsOf(report).flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })));
  const passed = tests.filter(({ status }) => status === 'expected').length;
  return {
    passed,
    failed: tests.length - passed + report.errors.length,
    failures: tests.filter(({ status }) => !['expected', 'skipped'].includes(status)).map(({ title }) => title),
    skipped: tests.filter(({ status }) => status === 'skipped').map(({ title }) => title),
  };
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/** The files in vitest's report with a failed test, or that could not be loaded. */
export function failedFiles(report) {
  return report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

const MAX_SECOND_TRIES = 10;

/**
 * A few failures of tests that ran may be due to a busy machine: these tests get one second try, alone. Many failures,
 * or an error outside of the tests, are final.
 */
export function deservesSecondTry({ failed, failures, skipped }) {
  return failed > 0 && failed === failures.length && failed <= MAX_SECOND_TRIES && skipped.length === 0;
}

/** The first count, updated by the second try of its failed tests; `unstable` names those that failed only once. */
export function afterSecondTry(first, second) {
  return {
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    failures: second.failures,
    skipped: second.skipped,
    unstable: first.failures.filter((title) => !second.failures.includes(title)),
  };
}

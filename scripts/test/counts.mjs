/** A test that did not run has not passed: everything but `passed` counts as failed. */

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

/** The files of vitest's report with a failed test, or that could not be loaded. */
export function failedFiles(report) {
  return report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

const MAX_SECOND_TRIES = 10;

/**
 * Few failures, all of tests that ran, may be those of a machine that was busy: they get one second try, alone. Many, or
 * an error between the tests, are failures as they stand.
 */
export function deservesSecondTry({ failed, failures, skipped }) {
  return failed > 0 && failed === failures.length && failed <= MAX_SECOND_TRIES && skipped.length === 0;
}

/** The first count, with what the second try of its failed tests changed; `unstable` names those that failed only once. */
export function afterSecondTry(first, second) {
  return {
    passed: first.passed + Math.max(0, first.failed - second.failed),
    failed: second.failed,
    failures: second.failures,
    skipped: second.skipped,
    unstable: first.failures.filter((title) => !second.failures.includes(title)),
  };
}

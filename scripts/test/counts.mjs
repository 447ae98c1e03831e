/** A test that did not run is not a test that passed: whatever is not `passed` counts as failed. */

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

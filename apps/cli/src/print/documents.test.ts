import { ToolError } from '@sonde/contract';
import { type Finding, findingStates } from '@sonde/contract/finding/finding';
import { parse } from 'junit2json';
import { describe, expect, it } from 'vitest';
import { formatResult } from './formats.ts';
import { progressLine, type Result } from './lookup-result.ts';
import { sarifErrors, validatedJunit } from './testing/schemas.ts';

const EVIL = '<b> & "x"\u001b[2J\u202e]]>\ufffe\ud800 例え';

const findings: Finding[] = findingStates.map((state) => ({
  code: state === 'unknown' ? 'no-reply' : `finding-${state}`,
  state,
  about: `${state} ${EVIL}`,
  evidence: `Seen: ${EVIL}`,
  fix: state === 'good' ? null : 'Do it.',
}));

const lookup = {
  id: 'ssl',
  target: 'shop.test:8443',
  durationMs: 1234.5,
  endedAt: '2026-11-22T14:00:00.000Z',
} as const;
const answered: Result = {
  ...lookup,
  kind: 'answer',
  answer: { domain: EVIL, gaps: [{ part: `MX ${EVIL}`, code: 'timeout' }], findings },
};
const failed: Result = { ...lookup, kind: 'failure', error: new ToolError('timeout', `No answer: ${EVIL}`) };
const empty: Result = { ...lookup, kind: 'answer', answer: { gaps: [], findings: [] } };

const options = { terminal: { columns: 80, isColoured: false }, isComplete: false, failOn: null };
const written = (format: 'junit' | 'sarif' | 'ndjson', result: Result, given: object = {}) =>
  formatResult(format, result, { ...options, ...given }) ?? '';

describe('JUnit XML', () => {
  it.each([answered, failed, empty])('follows its schema', async (result) => {
    expect(await validatedJunit(written('junit', result))).toMatchObject({ name: 'sonde' });
  });

  it('is refused by the schema when a count is missing', () => {
    const broken = written('junit', answered).replace(/ failures="\d+"/, '');
    expect(() => validatedJunit(broken.replace('<testsuite ', '<testsuite wrong="1" '))).toThrow();
    expect(() => validatedJunit(broken.replace('</testsuites>', ''))).toThrow();
  });

  it('has a test for the lookup, every finding and every gap, as JUnit readers understand it', async () => {
    const suites = await parse(written('junit', answered));
    expect(suites).toMatchObject({ tests: 7, failures: 2, errors: 0, skipped: 2 });
    const [suite] = (suites as { testsuite: { name: string; testcase: Record<string, unknown>[] }[] }).testsuite;
    expect(suite?.name).toBe('ssl shop.test:8443');
    const outcomes = suite?.testcase.map((one) =>
      one['failure'] ? 'failure' : one['skipped'] ? 'skipped' : one['error'] ? 'error' : 'passed',
    );
    expect(outcomes).toEqual(['passed', 'passed', 'passed', 'failure', 'failure', 'skipped', 'skipped']);
    expect(JSON.stringify(suite)).toContain('<b> & \\"x\\"\\\\x1b[2J');
  });

  it('fails from the requested state on', async () => {
    expect(await parse(written('junit', answered, { failOn: 'bad' }))).toMatchObject({ failures: 1, skipped: 2 });
    expect(await parse(written('junit', answered, { failOn: 'unknown' }))).toMatchObject({ failures: 3, skipped: 1 });
  });

  it('has an error if there is no answer', async () => {
    expect(await parse(written('junit', failed))).toMatchObject({ tests: 1, errors: 1, failures: 0 });
  });
});

describe('SARIF', () => {
  it.each([answered, failed, empty])('follows the schema of OASIS', (result) => {
    expect(sarifErrors(JSON.parse(written('sarif', result)))).toEqual([]);
  });

  it('is refused by the schema when a result has no message', () => {
    const log = JSON.parse(written('sarif', answered));
    delete log.runs[0].results[0].message;
    expect(sarifErrors(log)).not.toEqual([]);
  });

  it('has a result for each finding and a rule for each code; only what fails has a level', () => {
    const [run] = JSON.parse(written('sarif', answered)).runs;
    expect(run.results.map(({ kind, level }: { kind: string; level: string }) => [kind, level])).toEqual([
      ['pass', 'none'],
      ['fail', 'note'],
      ['fail', 'warning'],
      ['fail', 'error'],
      ['open', 'none'],
    ]);
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(run.tool.driver.rules.at(-1).helpUri).toMatch(/^https:/);
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe('shop.test%3A8443');
  });

  it('names gaps and the failure', () => {
    const [run] = JSON.parse(written('sarif', answered)).runs;
    expect(run.invocations[0]).toMatchObject({ executionSuccessful: true });
    expect(run.invocations[0].toolExecutionNotifications[0].message.text).toContain('Not measured: MX');
    const [failedRun] = JSON.parse(written('sarif', failed)).runs;
    expect(failedRun.invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error' }],
    });
  });
});

describe('NDJSON', () => {
  it('has one line for each part, and one for the result, with its type', () => {
    const lines = [progressLine(lookup, { stage: EVIL }), written('ndjson', answered), written('ndjson', failed)];
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'progress', tool: 'ssl', target: 'shop.test:8443', data: { stage: EVIL } },
      { type: 'answer', data: { domain: EVIL, findings: [{ state: 'good' }, {}, {}, {}, {}] } },
      { type: 'failure', data: { code: 'timeout', reason: null, message: `No answer: ${EVIL}` } },
    ]);
  });
});

it.each(['table', 'json', 'csv', 'markdown'] as const)('%s prints nothing for a failure', (format) => {
  expect(formatResult(format, failed, options)).toBeNull();
});

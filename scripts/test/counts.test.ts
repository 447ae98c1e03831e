import { describe, expect, it } from 'vitest';
import { afterSecondTry, countPlaywright, countVitest, deservesSecondTry, failedFiles } from './counts.mjs';
import { missingPackages } from './system-packages.mjs';

const file = (status: string, ...statuses: string[]) => ({
  name: `a ${status} file`,
  status,
  assertionResults: statuses.map((one, index) => ({ status: one, fullName: `${one} ${index}` })),
});

describe('counting tests', () => {
  it('counts what passed and what failed', () => {
    const report = { testResults: [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed')] };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 1, failures: ['failed 1'], skipped: [] });
  });

  it.each(['skipped', 'pending', 'todo', 'disabled'])('counts a test that is %s as failed, by name', (status) => {
    expect(countVitest({ testResults: [file('passed', 'passed', status)] })).toEqual({
      passed: 1,
      failed: 1,
      failures: [],
      skipped: [`${status} 1`],
    });
  });

  it('counts a file that cannot be loaded', () => {
    expect(countVitest({ testResults: [file('failed')] })).toMatchObject({
      passed: 0,
      failed: 1,
      failures: ['a failed file'],
    });
  });

  it('counts browser tests in suites within suites', () => {
    const spec = (status: string) => ({ title: status, tests: [{ status }] });
    const report = {
      errors: [{ message: 'outside a test' }],
      suites: [
        { specs: [spec('expected')], suites: [{ specs: [spec('unexpected'), spec('flaky')] }] },
        { specs: [spec('skipped'), spec('expected')] },
      ],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 2,
      failed: 4,
      failures: ['unexpected', 'flaky'],
      skipped: ['skipped'],
    });
  });
});

describe('the second try', () => {
  const count = (passed: number, failures: string[], skipped: string[] = []) => ({
    passed,
    failed: failures.length + skipped.length,
    failures,
    skipped,
  });

  it('is made for a few tests that ran and failed', () => {
    expect(deservesSecondTry(count(9, ['a', 'b']))).toBe(true);
    expect(deservesSecondTry(count(9, []))).toBe(false);
    expect(deservesSecondTry(count(9, [...'abcdefghijk']))).toBe(false);
    expect(deservesSecondTry(count(9, ['a'], ['did not run']))).toBe(false);
    // An error outside of the tests has no title.
    expect(deservesSecondTry({ ...count(9, []), failed: 1 })).toBe(false);
  });

  it('runs the files of the failed tests', () => {
    const report = { testResults: [file('passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')] };
    expect(failedFiles(report)).toEqual(['a failed file', 'a failed file']);
  });

  it('counts what passed then as unstable, and keeps as failed what failed again', () => {
    expect(afterSecondTry(count(98, ['a', 'b']), count(5, ['b']))).toEqual({
      passed: 99,
      failed: 1,
      failures: ['b'],
      skipped: [],
      unstable: ['a'],
    });
    // Failures of other tests in the same file count as well.
    expect(afterSecondTry(count(98, ['a']), count(5, ['c']))).toMatchObject({ passed: 98, failed: 1, failures: ['c'] });
  });
});

describe('system packages', () => {
  it('names each package with a missing program once', () => {
    const wanted = [
      { package: 'bind9', command: 'named' },
      { package: 'bind9-utils', command: 'dnssec-keygen' },
      { package: 'bind9-utils', command: 'dnssec-signzone' },
    ];
    expect(missingPackages(wanted, ({ command }) => command === 'named')).toEqual(['bind9-utils']);
    expect(missingPackages(wanted, () => true)).toEqual([]);
  });

  it('finds the programs and fonts of this system', () => {
    expect(missingPackages([{ package: 'sh', command: 'sh' }])).toEqual([]);
    expect(missingPackages([{ package: 'none', command: 'no-such-program-anywhere' }])).toEqual(['none']);
    expect(missingPackages([{ package: 'a font', font: 'LiberationSans-Regular.ttf' }])).toEqual([]);
    expect(missingPackages([{ package: 'none', font: 'no-such-font-anywhere.ttf' }])).toEqual(['none']);
  });
});

import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './counts.mjs';
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

describe('system packages', () => {
  it('names each package once whose program is missing', () => {
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

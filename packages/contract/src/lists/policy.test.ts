import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { tools } from '../tools/index.ts';
import type { ListOutcome } from './list-outcome.ts';
import { missedOf, readPolicy } from './policy.ts';

const checkedAt = '2026-11-22T00:00:00.000Z';
const answered = (tool: string, data: object): ListOutcome => ({
  ...{ target: 'a.example', tool },
  outcome: { success: true, message: 'OK', _data: { gaps: [], findings: [], checkedAt, ...data } },
});

const table = (recordName: string, rows: readonly (readonly string[])[]) => ({
  ...{ recordName, titles: ['Name', 'Value', 'TTL'], data: rows },
});
const dns = answered(
  'dns',
  answerOf(tools.dns, {
    ...{
      domain: 'a.example',
      resolver: '192.0.2.53:53',
      authenticated: false,
      publicAnswers: null,
      gaps: [],
      checkedAt,
    },
    records: [
      table('A', [
        ['a.example', '192.0.2.2', '60'],
        ['a.example', '192.0.2.1', '60'],
      ]),
      table('CNAME', []),
    ],
  }),
);
const ssl = answered(
  'ssl',
  answerOf(tools.ssl, {
    ...{ valid: true, gaps: [], checkedAt },
    ...{ validFrom: '2026-11-02T00:00:00.000Z', validUntil: '2026-12-02T00:00:00.000Z' },
  }),
);

const missed = (policy: object, outcome: ListOutcome = dns) => {
  const read = readPolicy(policy);
  expect(read.problems).toEqual([]);
  return missedOf(read.policy, outcome).map(({ path }) => path);
};

describe('a policy', () => {
  it.each([
    [{ 'dns.A': ['192.0.2.1', '192.0.2.2'] }],
    [{ 'dns.records/A': ['192.0.2.2', '192.0.2.1', '192.0.2.1'] }],
    // With the owner name, as the facts are printed.
    [{ 'dns.records.A': ['a.example 192.0.2.1', 'a.example 192.0.2.2'] }],
    [{ 'dns.authenticated': false }],
    [{ 'ssl.valid': false }],
  ])('%j is met', (policy) => {
    expect(missed(policy)).toEqual([]);
  });

  it.each([
    [{ 'dns.A': ['192.0.2.1'] }],
    [{ 'dns.A': ['b.example 192.0.2.1', '192.0.2.2'] }],
    [{ 'dns.authenticated': true }],
    [{ 'dns.authenticated': 'false' }],
    [{ 'dns.nonsense': null }],
    [{ 'dns.nonsense': '!=1' }],
  ])('%j is missed', (policy) => {
    expect(missed(policy)).toEqual(Object.keys(policy));
  });

  it.each([
    ['ssl.lifeLeft', '>=0.333', true],
    ['ssl.lifeLeft', '>0.5', false],
    ['ssl.lifeLeft', '> 0.3 ', true],
    ['ssl.lifeLeft', '=0.333', true],
    ['ssl.lifeLeft', '!=0.333', false],
    ['ssl.lifeLeft', '<=soon', false],
    ['ssl.validUntil', '>2026-12-01', true],
    ['ssl.validUntil', '<2026-12-01', false],
    ['ssl.valid', '>0', false],
    ['ssl.valid', '=true', true],
    ['ssl.valid', true, true],
  ])('%s %s: %s', (path, condition, isMet) => {
    expect(missed({ [path]: condition }, ssl)).toEqual(isMet ? [] : [path]);
  });

  it.each([
    [{ 'ssl.vaild': true }, ssl, 'Did you mean ssl.valid?'],
    [{ 'ssl.dayLeft': '>14' }, ssl, 'Did you mean ssl.daysLeft?'],
    [{ 'dns.record.A': [] }, dns, 'Did you mean dns.records.A?'],
  ])('%j: a condition about a misspelled fact says which one is meant', (policy, outcome, hint) => {
    const [{ why } = { why: '' }] = missedOf(readPolicy(policy).policy, outcome);
    expect(why).toBe(`Not measured, or there is no such fact. ${hint}`);
  });

  it('an answer in the form of another version misses conditions about its facts, and not those about its fields', () => {
    const other = answered('dns', { domain: 'a.example' });
    expect(missed({ 'dns.A': [], 'dns.domain': 'a.example' }, other)).toEqual(['dns.A']);
  });

  it('a tool without an answer misses all conditions about it', () => {
    const failed: ListOutcome = {
      ...{ target: 'a.example', tool: 'dns' },
      outcome: { success: false, message: 'No answer in time.', _data: null, code: 'timeout' },
    };
    expect(missed({ 'dns.A': [], 'dns.authenticated': '!=true', 'ssl.valid': true }, failed)).toEqual([
      'dns.A',
      'dns.authenticated',
    ]);
  });

  it.each([
    [[], 'A policy is a JSON object'],
    [{}, 'The policy is empty.'],
    [{ dns: true }, 'a tool and a dot'],
    [{ '__proto__.x': true }, 'a tool and a dot'],
    [{ 'toString.x': true }, 'a tool and a dot'],
    [{ 'ssl.': true }, 'nothing before or after a dot'],
    [{ 'dns.records..A': [] }, 'nothing before or after a dot'],
    [{ 'ssl.keyBits': '<=' }, 'compares with nothing'],
    [{ 'ssl.keyBits': '>  ' }, 'compares with nothing'],
    [{ 'dns.A': [1] }, 'a list of texts'],
  ])('%j is none', (value, problem) => {
    expect(readPolicy(value).problems.join(' ')).toContain(problem);
  });
});

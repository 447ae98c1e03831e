import { answerEnvelope } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { dns } from '@sonde/contract/tools/dns/contract';
import { ssl } from '@sonde/contract/tools/ssl/contract';
import { expect, it } from 'vitest';
import type { CheckedItem } from './check-result.ts';
import { formatCheck } from './print-check.ts';
import type { CheckCall } from './read-check.ts';

const checkedAt = '2026-11-29T20:00:00.000Z';
const call = {} as CheckCall;
const terminal = { isTerminal: true, isColoured: false, columns: 160 };

const checked = (tool: string, answer: object): CheckedItem => ({
  ...{ target: 'a.example', tool, durationMs: 5, endedAt: checkedAt, missed: [], changes: [] },
  outcome: answerEnvelope({ ...answer, checkedAt, gaps: [], findings: [] }),
});
const certificate = checked('ssl', answerOf(ssl, { validUntil: '2026-12-09T21:00:00.000Z' }));
const records = checked('dns', answerOf(dns));

it('the last columns of CSV are the expiry of what was looked up, and the days left', () => {
  const csv = formatCheck('csv', { results: [certificate, records], notMade: 0 }, call, terminal) ?? '';
  const ends = csv.split('\r\n').map((line) => line.split(',').slice(-2));
  expect(ends).toEqual([
    ['Expires', 'Days left'],
    ['2026-12-09T21:00:00.000Z', '10'],
    ['', ''],
  ]);
});

it('the table has the days left if anything in it expires', () => {
  const print = (...results: CheckedItem[]) => formatCheck('table', { results, notMade: 0 }, call, terminal) ?? '';
  const [titles = '', ...rows] = print(certificate, records).split('\n');
  const from = titles.indexOf('Days left');
  const left = rows.filter((row) => row.includes('a.example')).map((row) => row.slice(from, from + 9).trim());
  expect(left).toEqual(['10', '']);
  expect(print(records)).not.toContain('Days left');
});

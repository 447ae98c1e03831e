import { expect, it } from 'vitest';
import { answerEnvelope, failureEnvelope } from '../envelope.ts';
import { ToolError } from '../failure.ts';
import { answerOf } from '../testing/answer-of.ts';
import { dns } from '../tools/dns/contract.ts';
import { ssl } from '../tools/ssl/contract.ts';
import { type ListedOutcome, listedLookup, listTable } from './list-outcome.ts';

const checkedAt = '2026-11-29T20:00:00.000Z';
const answered = (tool: string, answer: object): ListedOutcome => ({
  ...{ target: 'a.example', tool },
  outcome: answerEnvelope({ gaps: [], checkedAt, ...answer }),
});
const certificate = (validUntil: string | null) => answered('ssl', answerOf(ssl, { validUntil, checkedAt }));
const failed = failureEnvelope(new ToolError('timeout', 'No answer.'));

const lookups = [
  certificate('2026-12-09T19:00:00.000Z'),
  certificate('2026-11-29T19:59:59.000Z'),
  certificate(null),
  { target: 'a.example', tool: 'ssl', outcome: failed },
  { target: 'a.example', tool: 'ssl', place: 'fra', state: 'offline', outcome: null } as const,
  answered('dns', answerOf(dns, { checkedAt })),
].map(listedLookup);

it('a lookup of a list has its expiry, null where that was not measured, and none where nothing expires', () => {
  expect(lookups.map(({ expiresAt }) => expiresAt)).toEqual([
    '2026-12-09T19:00:00.000Z',
    '2026-11-29T19:59:59.000Z',
    null,
    null,
    null,
    undefined,
  ]);
  expect('expiresAt' in (lookups.at(-1) ?? {})).toBe(false);
});

it('the last columns of the table are the expiry and the days from the lookup until then', () => {
  const { columns, rows } = listTable({ name: '', from: [], items: lookups });
  expect(columns.slice(-3)).toEqual(['Measured', 'Expires', 'Days left']);
  expect(rows.map((row) => row.slice(-2))).toEqual([
    ['2026-12-09T19:00:00.000Z', '9'],
    ['2026-11-29T19:59:59.000Z', '-1'],
    ['', ''],
    ['', ''],
    ['', ''],
    ['', ''],
  ]);
  const placed = listTable({ name: '', from: ['self', 'fra'], items: lookups });
  expect([placed.columns.slice(-2), placed.rows[0]?.slice(-2)]).toEqual([columns.slice(-2), rows[0]?.slice(-2)]);
});

import { expect, it } from 'vitest';
import { judgeAnswer } from '../../answers/answer-checks.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { whois } from './contract.ts';

const summaryOf = (id: string, registration: object) => {
  const answer = answerOf(whois, {
    checkedAt: '2026-11-22T12:00:00.000Z',
    gaps: [],
    registration: { expires: '2031-08-13T04:00:00Z', registrarExpires: null, notes: [], partOf: [], ...registration },
  });
  return judgeAnswer('whois', answer).checks.find((one) => one.id === id)?.summary;
};

it.each([
  ['2031-08-13T04:00:00Z', '4 years 8 months left'],
  ['2026-12-01T12:00:00Z', '9 days left'],
  ['2026-11-01T12:00:00Z', 'Registration has expired'],
  [null, 'Expiry date not known'],
])('a registration that ends at %s: %s', (expires, summary) => {
  expect(summaryOf('expiry', { expires })).toBe(summary);
});

it('no check repeats its title', () => {
  const status = [{ code: 'clientTransferProhibited', meaning: null }];
  expect(summaryOf('lock', { status })).toBe('Locked');
  expect(summaryOf('dnssec', { dnssec: 'signed', ds: ['370 13 2 BE74'] })).toBe('The registry has a DS record');
});

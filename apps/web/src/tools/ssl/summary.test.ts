import { expect, it } from 'vitest';
import { factsOf } from './summary.ts';
import { sslAnswer } from './testing/ssl-answer.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const check = (title: string, state: 'good' | 'unknown') => ({ id: 'a', title, state, summary: 'A', notes: 0 });
/** What the facts say about the effort. */
const effortOf = (more: Parameters<typeof sslAnswer>[0]) =>
  factsOf(sslAnswer({ connections: 36, address: '192.0.2.1', ...more }), NOW, true).at(-1);

it('a check is complete only if every part of it is determined', () => {
  expect(effortOf({ checks: [check('Expiry', 'good')] })).toBe('Check complete: 36 connections to 192.0.2.1');
  expect(effortOf({ checks: [check('Expiry', 'good'), check('Revocation', 'unknown')] })).toBe(
    'Check ended, revocation not determined: 36 connections to 192.0.2.1',
  );
  expect(effortOf({ checks: [check('Revocation', 'unknown')], gaps: [{ part: 'groups', code: 'timeout' }] })).toBe(
    'Check incomplete: 36 connections to 192.0.2.1',
  );
});

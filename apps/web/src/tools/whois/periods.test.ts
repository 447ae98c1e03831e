import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ageFigure, expiryFigure } from './periods.ts';

// Days depend on the visitor's time zone.
beforeAll(() => vi.stubEnv('TZ', 'UTC'));
afterAll(() => vi.unstubAllEnvs());

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  ['1995-08-14T04:00:00Z', '31 years', 'since 14 Aug 1995'],
  ['2025-11-21', '1 year', 'since 21 Nov 2025'],
  ['2025-11-22', '11 months', 'since 22 Nov 2025'],
  ['2026-10-21', '1 month', 'since 21 Oct 2026'],
  ['2026-11-20T11:00:00Z', '1 day', 'since 20 Nov 2026'],
  ['2026-11-21T13:00:00Z', '0 days', 'since 21 Nov 2026'],
])('the age of %s is %s', (created, value, label) => expect(ageFigure(created, now)).toEqual({ value, label }));

it.each([
  ['2027-08-13T12:00:00Z', '265 days', 'until 13 Aug 2027'],
  ['2027-11-20T12:00:00Z', '364 days', 'until 20 Nov 2027'],
  ['2027-11-21T12:00:00Z', '1 year', 'until 21 Nov 2027'],
  ['2028-12-21T12:00:00Z', '2 years 1 month', 'until 21 Dec 2028'],
  ['2031-08-13T04:00:00Z', '4 years 8 months', 'until 13 Aug 2031'],
  ['2026-11-22T13:00:00Z', '1 day', 'until 22 Nov 2026'],
  ['2026-11-21T13:00:00Z', '0 days', 'until 21 Nov 2026'],
  ['2026-11-20', 'Expired', 'on 20 Nov 2026'],
])('until %s it is %s', (expires, value, label) => expect(expiryFigure(expires, now)).toEqual({ value, label }));

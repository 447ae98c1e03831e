import { expect, it } from 'vitest';
import { daysToEnd, periodOf, periodTone, periodWords } from './certificate-tone.ts';

const now = new Date('2026-11-21T12:00:00Z');
const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString();
const period = (from: number, until: number) => {
  const read = periodOf(day(from), day(until));
  if (read === null) throw new Error('no period');
  return read;
};

it.each([
  ['a year, 38 days left', -327, 38, 'ok', '38 days left'],
  ['a year, 15 days left', -350, 15, 'ok', '15 days left'],
  ['a year, 13 days left', -352, 13, 'warn', '13 days left'],
  ['a year, 1 day left', -364, 1, 'warn', '1 day left'],
  ['47 days, 8 days left', -39, 8, 'ok', '8 days left'],
  ['47 days, 7 days left', -40, 7, 'warn', '7 days left'],
  ['six days, 3 days left', -3, 3, 'ok', '3 days left'],
  ['six days, 1 day left', -5, 1, 'ok', '1 day left'],
  ['six days, less than 1 day left', -5.2, 0.8, 'warn', '0 days left'],
  ['over since yesterday', -90, -1, 'bad', 'expired 1 day ago'],
  ['over since yesterday morning', -90, -1.3, 'bad', 'expired 1 day ago'],
  ['over since an hour', -90, -0.04, 'bad', 'expired less than a day ago'],
  ['not begun', 1, 90, 'bad', 'not valid yet'],
] as const)('%s', (_name, from, until, tone, words) => {
  expect([periodTone(period(from, until), now), periodWords(period(from, until), now)]).toEqual([tone, words]);
});

it('has no period without two times', () => {
  expect(periodOf(null, day(1))).toBeNull();
  expect(periodOf('soon', day(1))).toBeNull();
  expect(daysToEnd(period(-1, 0.5), now)).toBe(0);
});

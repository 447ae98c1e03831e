import { expect, it } from 'vitest';
import { dayInWords } from './day-in-words.ts';

const british = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

it.each(Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + 2 * month))))(
  'is the British day in UTC: %s',
  (date) => expect(dayInWords(date)).toBe(british.format(date)),
);

it('is empty for what is no time', () => expect(dayInWords(new Date(Number.NaN))).toBe(''));

import { expect, it } from 'vitest';
import { counted } from '../text/counted.ts';
import { gapsInWords, listed } from './wording.ts';

it('lists one, two, some, and of many the first', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b'])).toBe('a and b');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});

it('quotes of a long text its beginning', () => {
  expect(listed(['a'.repeat(300), 'b'.repeat(65_000)])).toBe(`${'a'.repeat(300)} and ${'b'.repeat(300)}…`);
});

it('counts in both numbers', () => {
  expect([counted(1, 'name'), counted(0, 'name'), counted(2, 'reply', 'replies')]).toEqual([
    '1 name',
    '0 names',
    '2 replies',
  ]);
});

it('says of every cause what it has left out', () => {
  const gaps = [
    { part: 'MX', code: 'timeout' },
    { part: 'TXT', code: 'protocol' },
    { part: 'A', code: 'timeout' },
  ] as const;
  expect(gapsInWords(gaps)).toBe(
    'Not determined: MX and A. No answer in time. Not determined: TXT. It answered, but not with the expected protocol.',
  );
});

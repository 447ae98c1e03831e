import { expect, it } from 'vitest';
import { counted } from '../text/counted.ts';
import { gapsInWords, listed } from './wording.ts';

it('lists one, two or several members, and only the first of many', () => {
  expect(listed([])).toBe('');
  expect(listed(['a'])).toBe('a');
  expect(listed(['a', 'b'])).toBe('a and b');
  expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
  expect(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});

it('quotes only the beginning of a long text', () => {
  expect(listed(['a'.repeat(300), 'b'.repeat(65_000)])).toBe(`${'a'.repeat(300)} and ${'b'.repeat(300)}…`);
});

it('counts in singular and plural', () => {
  expect([counted(1, 'name'), counted(0, 'name'), counted(2, 'reply', 'replies')]).toEqual([
    '1 name',
    '0 names',
    '2 replies',
  ]);
});

it('lists the missing parts for each cause', () => {
  const gaps = [
    { part: 'MX', code: 'timeout' },
    { part: 'TXT', code: 'protocol' },
    { part: 'A', code: 'timeout' },
  ] as const;
  expect(gapsInWords(gaps)).toBe(
    'Not determined: MX and A. No answer in time. Not determined: TXT. The other side answered, but not with the expected protocol.',
  );
});

import { expect, test } from 'vitest';
import { shortened, shortenedName } from './shortened.ts';

const NAME = 'one.two.three.four.five.example.com';

test('a long name keeps its beginning and its end, and is never longer than its room', () => {
  expect(shortenedName(NAME, 17)).toBe('one.two.…mple.com');
  for (let letters = 3; letters < NAME.length; letters += 1) {
    const shown = shortenedName(NAME, letters);
    expect(shown).toHaveLength(letters);
    const [before = '', behind = ''] = shown.split('…');
    expect([NAME.startsWith(before), NAME.endsWith(behind)]).toEqual([true, true]);
    expect(behind).not.toBe('');
  }
});

test('a text that has its room stays whole', () => {
  expect(shortenedName(NAME, NAME.length)).toBe(NAME);
  expect(shortened('differs', 7)).toBe('differs');
  expect(shortened('differs', 5)).toBe('diff…');
});

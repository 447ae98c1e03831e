import { expect, it } from 'vitest';
import { closestTo } from './closest.ts';

it('finds the words that may be meant by a misspelt one, closest first', () => {
  const candidates = ['starttls', 'address', 'revocation', 'start'];
  expect(closestTo('startls', candidates, 2)).toEqual(['starttls', 'start']);
  expect(closestTo('adress', candidates, 2)).toEqual(['address']);
  expect(closestTo('nothing', candidates, 2)).toEqual([]);
});

it('takes a transposition as two edits', () => {
  expect(closestTo('ab', ['ba'], 1)).toEqual([]);
  expect(closestTo('ab', ['ba'], 2)).toEqual(['ba']);
});

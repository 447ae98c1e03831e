import { expect, it } from 'vitest';
import { closestTo } from './closest.ts';

it('finds the words that may be meant by a misspelt one, closest first', () => {
  const candidates = ['starttls', 'address', 'revocation', 'start'];
  expect(closestTo('startls', candidates, 2)).toEqual(['starttls', 'start']);
  expect(closestTo('adress', candidates, 2)).toEqual(['address']);
  expect(closestTo('nothing', candidates, 2)).toEqual([]);
});

it('takes a swap of two neighbours as one edit, since it is the most frequent mistake of typing', () => {
  expect(closestTo('ab', ['ba'], 1)).toEqual(['ba']);
  expect(closestTo('dsn', ['ssl', 'dns'], 2)).toEqual(['dns', 'ssl']);
  expect(closestTo('vaild', ['valid'], 1)).toEqual(['valid']);
  expect(closestTo('abc', ['cab'], 1)).toEqual([]);
});

// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { namePart, sourceParts } from './came-from.ts';

it('sources are told by what was asked; a name that is the domain itself is no zone transfer', () => {
  expect(numbersOf('subdomain', sourceParts('shop.test'))).toEqual([
    ['Certificate transparency', 4],
    ['Certificate of the domain', 58],
    ['Chain of names (NSEC)', 6],
  ]);
});

it('a name came from the questions for its addresses', () => {
  expect(numbersOf('subdomain', [namePart('www.shop.test')])).toEqual([[null, 63]]);
  expect(numbersOf('subdomain', [namePart('shop.test')])).toEqual([[null, 2, 3]]);
});

// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { addressPart, packetsPart } from './came-from.ts';

it('packets are those to the address, and the address is from the questions for the host', () => {
  expect(numbersOf('ping', [packetsPart({ address: '127.53.0.10' })])).toEqual([[null, 3, 4, 5, 6, 7]]);
  expect(numbersOf('ping', [packetsPart({ address: '127.53.0.1' }), packetsPart({ address: null })])).toEqual([]);
  expect(numbersOf('ping', [addressPart({ host: 'shop.test' })])).toEqual([[null, 1, 2]]);
});

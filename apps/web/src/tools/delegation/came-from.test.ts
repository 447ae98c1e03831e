// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { serverParts, zoneParts } from './came-from.ts';

it('a server said what was asked of its address', () => {
  const servers = [
    { name: 'ns1.test', address: '127.53.2.1' },
    { name: 'ns2.test', address: '127.53.3.1' },
    { name: 'ns3.test', address: '127.53.3.2' },
  ];
  expect(numbersOf('delegation', serverParts(servers))).toEqual([
    ['ns1.test 127.53.2.1', 7, 8, 9, 13, 15, 17, 18, 19],
    ['ns2.test 127.53.3.1', 10, 11, 12, 14, 16, 20, 21, 22],
  ]);
});

it('a zone of the chain came from the questions for its delegation and keys, above it and at its own servers', () => {
  expect(numbersOf('delegation', zoneParts([{ name: '.' }, { name: 'test' }, { name: 'shop.test' }]))).toEqual([
    ['The root', 1, 3],
    ['test', 2, 4, 6],
    ['shop.test', 5, 7, 8, 9, 10, 11, 12],
  ]);
});

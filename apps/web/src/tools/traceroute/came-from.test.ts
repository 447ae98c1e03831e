// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { addressPart, hopParts } from './came-from.ts';

const hop = (ttl: number, ...addresses: string[]) => ({
  ttl,
  answers: addresses.map((address) => ({ address }) as Parameters<typeof hopParts>[0][number]['answers'][number]),
});

it('a hop came from the probes with its TTL, in every round, and from the question for the name of who answered', () => {
  expect(numbersOf('traceroute', hopParts([hop(1, '127.53.0.10'), hop(2), hop(12), hop(13)]))).toEqual([
    ['Hop 1', 3, 15, 16, 17],
    ['Hop 2', 4],
    ['Hop 12', 14],
  ]);
  expect(numbersOf('traceroute', [addressPart({ host: 'shop.test' })])).toEqual([[null, 1, 2]]);
});

import { describe, expect, it, test } from 'vitest';
import { asPathOf, composeHops, endOf, type HeardProbe, nothingKnownOfAddress } from './hops.ts';
import { causeOfLoss, shareInterval } from './loss.ts';

const answer = (address: string | null, more: object = {}) => ({
  address,
  timeMs: 10,
  labels: [],
  isTarget: false,
  error: null,
  ...more,
});
const probe = (ttl: number, round: number, one: HeardProbe['answer']): HeardProbe => ({ ttl, round, answer: one });

describe('hops', () => {
  it('keep the order of the rounds, with null for each lost packet', () => {
    const [hop] = composeHops([probe(1, 3, answer('a', { timeMs: 12 })), probe(1, 2, null), probe(1, 1, answer('a'))]);
    expect(hop).toMatchObject({
      sent: 3,
      received: 2,
      loss: 33.3,
      timesMs: [10, null, 12],
      minMs: 10,
      maxMs: 12,
      jitterMs: 2,
    });
  });

  it('end at the target and include silent hops on the way', () => {
    const probes = [
      probe(1, 1, answer('a')),
      probe(2, 1, null),
      probe(3, 1, answer('t', { isTarget: true })),
      probe(4, 1, answer('t', { isTarget: true })),
    ];
    expect(endOf(probes)).toBe(3);
    expect(composeHops(probes).map(({ ttl, answers }) => [ttl, answers.length])).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ]);
  });

  it('have an entry for each address, and one for all hidden addresses', () => {
    const [hop] = composeHops([probe(1, 1, answer(null)), probe(1, 2, answer('b')), probe(1, 3, answer(null))]);
    expect(hop?.answers.map(({ address, timesMs }) => [address, timesMs.length])).toEqual([
      [null, 2],
      ['b', 1],
    ]);
  });

  it('do not count pending probes', () => {
    expect(composeHops([probe(1, 1, answer('a')), probe(1, 2, undefined)])[0]).toMatchObject({ sent: 1, loss: 0 });
  });

  it('in a row within one autonomous system are one step of the AS path, and unknown systems are not guessed', () => {
    const known = new Map(
      ['a', 'b', 'd'].map((address) => [address, { ...nothingKnownOfAddress, asn: 'AS64496', asName: 'Net' }]),
    );
    const hops = composeHops(
      ['a', 'b', 'c', 'd'].map((one, index) => probe(index + 1, 1, answer(one))),
      known,
    );
    expect(asPathOf(hops)).toEqual([
      { asn: 'AS64496', name: 'Net', hops: 2 },
      { asn: null, name: null, hops: 1 },
      { asn: 'AS64496', name: 'Net', hops: 1 },
    ]);
  });
});

describe('loss', () => {
  test.each([
    ['no packet is lost', [20, 20], [], null],
    ['later hops lose none', [20, 8], [[20, 20]], 'answers'],
    [
      'later hops lose as much',
      [20, 16],
      [
        [20, 15],
        [20, 17],
      ],
      'path',
    ],
    [
      'one of the later hops loses none',
      [20, 12],
      [
        [20, 12],
        [20, 20],
      ],
      'answers',
    ],
    ['a later hop loses none, of few packets', [3, 2], [[3, 3]], 'unknown'],
    ['nobody answers behind it', [20, 16], [], 'unknown'],
  ] as const)('%s', (_, [sent, received], later, cause) => {
    expect(
      causeOfLoss(
        { sent, received },
        later.map(([s, r]) => ({ sent: s, received: r })),
      ),
    ).toBe(cause);
  });

  it('has the Wilson score interval', () => {
    const { low, high } = shareInterval(0, 20);
    expect([low, high].map((value) => value.toFixed(3))).toEqual(['0.000', '0.161']);
    expect(shareInterval(10, 20).low.toFixed(3)).toBe('0.299');
  });
});

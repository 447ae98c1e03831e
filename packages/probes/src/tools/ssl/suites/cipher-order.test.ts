import { describe, expect, test } from 'vitest';
import { createChoices, mergeChains } from './cipher-order.ts';

describe('whose order decides', () => {
  test.each([
    ['the server passes over what comes first', [{ offered: [3, 2, 1], picked: 1 }], 'server'],
    [
      'the first it accepts, in both orders',
      [
        { offered: [9, 1, 2, 3], picked: 1 },
        { offered: [3, 9, 2, 1], picked: 3 },
      ],
      'client',
    ],
    [
      'nothing has changed places',
      [
        { offered: [1, 2, 3], picked: 1 },
        { offered: [3, 2], picked: 3 },
      ],
      null,
    ],
    ['no choice at all', [], null],
  ] as const)('%s: %s', (_what, made, expected) => {
    const choices = createChoices();
    for (const choice of made) choices.note(choice);
    expect(choices.orderOf([1, 2, 3])).toBe(expected);
  });
});

/** A server with this order that counts how often it was asked. */
function serverWith(order: readonly number[]) {
  const asked: number[][] = [];
  const ask = async (offered: readonly number[]) => {
    asked.push([...offered]);
    return order.find((one) => offered.includes(one)) ?? null;
  };
  return { ask, asked };
}

describe('chains found concurrently', () => {
  test('take two questions each if one follows the other', async () => {
    const { ask, asked } = serverWith([1, 2, 3, 4, 5, 6]);
    const chains = [[5, 6], [], [1, 2], [3, 4]];
    expect(await mergeChains(chains, createChoices(), ask)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toHaveLength(4);
  });

  test('are not asked about what is already known', async () => {
    const choices = createChoices();
    choices.note({ offered: [1, 2, 3, 4], picked: 1 });
    choices.note({ offered: [2, 3, 4], picked: 2 });
    const { ask, asked } = serverWith([1, 2, 3, 4]);
    expect(
      await mergeChains(
        [
          [1, 2],
          [3, 4],
        ],
        choices,
        ask,
      ),
    ).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([]);
  });

  test('have no order, after two questions, if they interleave', async () => {
    const { ask, asked } = serverWith([1, 3, 2, 4]);
    expect(
      await mergeChains(
        [
          [1, 2],
          [3, 4],
        ],
        createChoices(),
        ask,
      ),
    ).toBeNull();
    expect(asked).toHaveLength(2);
  });

  test('have no order if the server selects what was not offered', async () => {
    expect(await mergeChains([[1], [2]], createChoices(), async () => 9)).toBeNull();
    expect(await mergeChains([[1], [2]], createChoices(), async () => null)).toBeNull();
  });
});

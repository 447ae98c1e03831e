// @vitest-environment node
import { composeHops } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { bandsOf, ladderOf } from './ladder-geometry.ts';
import { lanesOf, widthOf } from './lanes-geometry.ts';

/** The replies of each hop in the order of the rounds; null is a lost packet. */
const path = (...times: (number | null)[][]) =>
  composeHops(
    times.flatMap((of, at) =>
      of.map((timeMs, round) => ({
        ttl: at + 1,
        round: round + 1,
        answer:
          timeMs === null
            ? null
            : { address: `192.0.2.${at + 1}`, timeMs, labels: [], isTarget: at === times.length - 1, error: null },
      })),
    ),
  );

describe('the ladder', () => {
  it('has an axis without hops and without replies', () => {
    expect(ladderOf([])).toEqual({ scale: { limit: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }, rows: [] });
    expect(ladderOf(path([null], [null, null], [null])).rows.every(({ dots }) => dots.length === 0)).toBe(true);
  });

  it('draws no line over a hop that did not answer', () => {
    const { rows, scale } = ladderOf(path([10], [null], [30], [40]));
    expect(scale).toEqual({ limit: 40, ticks: [0, 10, 20, 30, 40] });
    expect(rows).toEqual([
      { dots: [0.25], isBeyond: false, best: 0.25, enters: null, leaves: null },
      { dots: [], isBeyond: false, best: null, enters: null, leaves: null },
      { dots: [0.75], isBeyond: false, best: 0.75, enters: null, leaves: 0.875 },
      { dots: [1], isBeyond: false, best: 1, enters: 0.875, leaves: null },
    ]);
  });

  it('does not let one slow reply squeeze all others', () => {
    const { scale, rows } = ladderOf(path([10, 11, 12], [20, 20, 4000]));
    expect(scale.limit).toBe(30);
    expect(rows.map(({ isBeyond, dots }) => [isBeyond, dots.length])).toEqual([
      [false, 3],
      [true, 1],
    ]);
  });

  it('shows every reply where all differences are noise', () => {
    const { scale, rows } = ladderOf(path([0.02, 0.03, 0.4]));
    expect(scale.limit).toBe(0.4);
    expect(rows.map(({ isBeyond, dots }) => [isBeyond, dots.length])).toEqual([[false, 3]]);
  });

  it('keeps every dot on the axis, with 60 hops of 100 replies', () => {
    const times = Array.from({ length: 60 }, (_, hop) =>
      Array.from({ length: 100 }, (_, at) => hop * 3 + (at % 7) / 9),
    );
    const { rows } = ladderOf(path(...times));
    expect(rows).toHaveLength(60);
    expect(rows.flatMap(({ dots }) => dots).every((dot) => dot >= 0 && dot <= 1)).toBe(true);
    expect(Math.max(...rows.map(({ dots }) => dots.length))).toBeLessThan(10);
  });
});

describe('bands', () => {
  const hops = (...systems: (string | null)[]) =>
    path(...systems.map((_, at) => [at + 1])).map((hop, at) => ({
      ...hop,
      answers: hop.answers.map((answer) => ({ ...answer, asn: systems[at] ?? null, asName: 'Net' })),
    }));

  it('are named once, and again behind a hop whose network is not known', () => {
    expect(bandsOf(hops('AS1', 'AS1', null, 'AS1', 'AS2')).map(({ tone, asn, name }) => [tone, asn, name])).toEqual([
      [0, 'AS1', 'Net'],
      [0, null, null],
      [null, null, null],
      [0, 'AS1', 'Net'],
      [1, 'AS2', 'Net'],
    ]);
  });
});

describe('parallel paths', () => {
  const link = (ttl: number, from: string | null, to: string | null, flows: number | null = 1) => ({
    ttl,
    from,
    to,
    flows,
  });

  it('split and meet again', () => {
    const rows = lanesOf([link(1, 'a', 'b', 3), link(1, 'a', 'c', 2), link(2, 'c', 'd', 2), link(2, 'b', 'd', 3)]);
    expect(rows.map(({ nodes }) => nodes.map(({ address, flows }) => [address, flows]))).toEqual([
      [['a', 5]],
      [
        ['b', 3],
        ['c', 2],
      ],
      [['d', 5]],
    ]);
    expect(rows[2]?.links).toEqual([
      { from: 1, to: 0, flows: 2 },
      { from: 0, to: 0, flows: 3 },
    ]);
    expect(widthOf(rows)).toBe(2);
  });

  it('have silent nodes, unknown numbers, and holes that are not bridged', () => {
    expect(lanesOf([])).toEqual([]);
    const rows = lanesOf([link(1, 'a', null, null), link(4, 'x', 'y')]);
    expect(rows.map(({ ttl, nodes, links }) => [ttl, nodes.length, links.length])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [3, 0, 0],
      [4, 1, 0],
      [5, 1, 1],
    ]);
    expect(rows[1]?.nodes[0]).toEqual({ address: null, lane: 0, flows: null });
  });
});

import { tools } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { describe, expect, it } from 'vitest';
import type { DelegationAnswer } from '../query.ts';
import { type GraphNode, graphOf } from './graph.ts';
import { inShort } from './in-short.ts';
import { layoutOf, MIN_WIDTH } from './layout.ts';

const key = (keyTag: number, more: object = {}) => ({
  keyTag,
  isSep: keyTag < 100,
  flags: keyTag < 100 ? 257 : 256,
  ...more,
});
const edge = (zone: string, kind: string, from: string, to: string, why: string | null = null) => ({
  ...{ zone, kind, why, ok: why === null },
  ...{ from: `${zone} ${from}`, to: `${zone} ${to}` },
});
const zone = (name: string, parent: string | null, more: object) => ({ name, parent, ...more });

function graph(zones: readonly object[], edges: readonly object[]) {
  const answer = answerOf(tools.delegation, { zones, edges }) as unknown as DelegationAnswer;
  return graphOf(answer.zones, answer.edges);
}
const shown = (nodes: readonly GraphNode[]) =>
  nodes.map(({ title, steps }) => [title, ...steps.map(({ hold, word }) => `${hold}: ${word}`)].join(' '));

const root = zone('.', null, { status: 'secure', ds: [{ keyTag: 1 }], keys: [key(1), key(200)] });
const rootEdges = [
  edge('.', 'ds', 'DS 1 2', 'DNSKEY 1'),
  edge('.', 'signature', 'DNSKEY 1', 'DNSKEY'),
  edge('.', 'signature', 'DNSKEY 200', 'SOA'),
];

describe('the graph of a chain', () => {
  it('has trust anchors, keys by role, and the record sets that they sign', () => {
    const [top] = graph([root], rootEdges);
    expect(top?.link).toBeNull();
    expect(shown(top?.ds ?? [])).toEqual(['Anchor 1']);
    expect(shown(top?.keys ?? [])).toEqual(['KSK 1 ok: matches', 'ZSK 200']);
    expect(shown(top?.sets ?? [])).toEqual(['DNSKEY ok: valid', 'SOA ok: valid']);
  });

  it('marks a DS record without a key, a broken signature, and both states if servers differ', () => {
    const edges = [
      edge('test', 'ds', 'DS 7 2', 'DNSKEY 7', 'no-key'),
      edge('test', 'signature', 'DNSKEY 2', 'DNSKEY'),
      edge('test', 'signature', 'DNSKEY 2', 'SOA'),
      edge('test', 'signature', 'DNSKEY 2', 'SOA', 'expired'),
    ];
    const child = zone('test', '.', { status: 'bogus', ds: [{ keyTag: 7 }], keys: [key(2)] });
    const [, found] = graph([root, child], [...rootEdges, ...edges]);
    expect(found?.link).toEqual({ from: null, hold: 'ok', word: 'signed' });
    expect(shown(found?.keys ?? [])).toEqual(['CSK 2', 'No key 7 broken: no key']);
    expect(found?.keys[1]?.isThere).toBe(false);
    expect(shown(found?.sets ?? [])).toEqual(['DNSKEY ok: valid', 'SOA ok: valid broken: expired']);
  });

  it('calls a zone secure only if every step within it holds', () => {
    const child = (more: object) =>
      zone('test', '.', { status: 'secure', ds: [{ keyTag: 2 }], keys: [key(2)], ...more });
    const valid = ['DNSKEY', 'SOA'].map((set) => edge('test', 'signature', 'DNSKEY 2', set));
    const found = (edges: readonly object[], more = {}) => {
      const [, { status = '', hold = '' } = {}] = graph([root, child(more)], [...rootEdges, ...edges]);
      return [status, hold];
    };
    expect(found(valid)).toEqual(['Secure', 'ok']);
    expect(found([...valid, edge('test', 'signature', 'DNSKEY 2', 'SOA', 'expired')])).toEqual([
      'Partly valid',
      'partly',
    ]);
    expect(found([...valid, edge('test', 'ds', 'DS 7 2', 'DNSKEY 7', 'no-key')])).toEqual(['Partly valid', 'partly']);
    // What could not be checked is no fault.
    expect(found([...valid, { ...edge('test', 'signature', 'DNSKEY 2', 'NS'), ok: null }])).toEqual(['Secure', 'ok']);
    expect(found(valid, { status: 'bogus' })).toEqual(['Bogus', 'broken']);
    expect(found([], { status: 'insecure', ds: [], keys: [] })).toEqual(['Not signed', 'none']);
  });

  it('says how the absence of a DS record was established', () => {
    const link = (more: object, above: object = root) =>
      graph([above, zone('test', '.', { ds: [], keys: [], ...more })], [])[1]?.link;
    const unsigned = zone('.', null, { status: 'insecure', ds: [], keys: [] });
    expect(link({ status: 'insecure', dsDenial: { method: 'nsec3', result: 'opt-out' } })).toMatchObject({
      hold: 'ok',
      word: 'opt-out',
    });
    expect(link({ status: 'bogus', dsDenial: { method: 'nsec', result: 'not-proven' } })).toMatchObject({
      hold: 'broken',
    });
    expect(link({ status: 'bogus', dsDenial: null })).toMatchObject({ hold: 'broken', word: 'not valid' });
    expect(link({ status: 'not-determinable', dsDenial: null })).toMatchObject({ hold: 'unknown', word: 'not known' });
    expect(link({ status: 'insecure', dsDenial: null }, unsigned)).toMatchObject({ hold: 'none', word: 'not signed' });
  });

  it('marks an unsigned record set in a zone that must be signed', () => {
    const child = zone('test', '.', { status: 'bogus', ds: [{ keyTag: 2 }], keys: [key(2)] });
    const [, found] = graph([root, child], [edge('test', 'signature', 'DNSKEY 2', 'DNSKEY')]);
    expect(shown(found?.sets ?? [])).toEqual(['DNSKEY ok: valid', 'SOA broken: no signature']);
  });

  it('says only that a zone without an answer did not answer', () => {
    const [, found] = graph(
      [root, zone('test', '.', { status: 'not-determinable', ds: [], keys: [], dsDenial: null })],
      [],
    );
    expect([shown(found?.keys ?? []), shown(found?.sets ?? [])]).toEqual([[], ['No answer']]);
  });
});

describe('the drawing', () => {
  const many = [1, 2, 3, 4, 300, 400, 500].map((tag) => key(tag));
  const edges = many.flatMap(({ keyTag }) =>
    ['DNSKEY', 'SOA', 'NS'].map((set) => edge('test', 'signature', `DNSKEY ${keyTag}`, set)),
  );
  const crowded = graph(
    [root, zone('test', '.', { status: 'secure', ds: [{ keyTag: 1 }, { keyTag: 1, digestType: 4 }], keys: many })],
    edges,
  );

  it.each([0, 280, 326, 560, 2000])(
    'lets no two nodes overlap, and keeps all of them in their zone, in %d pixels',
    (available) => {
      const { width, height, zones } = layoutOf(crowded, available);
      expect(width).toBeGreaterThanOrEqual(MIN_WIDTH);
      for (const { nodes, ...box } of zones) {
        expect(box.y + box.height).toBeLessThanOrEqual(height);
        for (const [index, one] of nodes.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(box.x);
          expect(one.x + one.width).toBeLessThanOrEqual(box.x + box.width);
          expect(one.y).toBeGreaterThanOrEqual(box.y);
          expect(one.y + one.height).toBeLessThanOrEqual(box.y + box.height);
          for (const other of nodes.slice(index + 1)) {
            const isApart =
              one.x + one.width <= other.x ||
              other.x + other.width <= one.x ||
              one.y + one.height <= other.y ||
              other.y + other.height <= one.y;
            expect(isApart).toBe(true);
          }
        }
      }
    },
  );

  it('draws the zones of a long chain that hold as one line, but not the last, nor what leads to a broken one', () => {
    const names = ['a', 'b.a', 'c.b.a', 'd.c.b.a', 'e.d.c.b.a'];
    const chain = (brokenAt: number | null) => {
      const below = names.map((name, index) => {
        const status = index === brokenAt ? 'bogus' : 'secure';
        return zone(name, names[index - 1] ?? '.', { status, ds: [{ keyTag: 1 }], keys: [key(1)] });
      });
      const steps = names.flatMap((name) => [
        edge(name, 'ds', 'DS 1 2', 'DNSKEY 1'),
        edge(name, 'signature', 'DNSKEY 1', 'DNSKEY'),
        edge(name, 'signature', 'DNSKEY 1', 'SOA'),
      ]);
      return graph([root, ...below], [...rootEdges, ...steps]);
    };
    const named = (zones: ReturnType<typeof chain>) => [...inShort(zones)].map(({ name }) => name);
    expect(named(chain(null))).toEqual(['.', 'a', 'b.a', 'c.b.a', 'd.c.b.a']);
    expect(named(chain(2))).toEqual(['.', 'a']);
    expect(named(chain(null).slice(0, 5))).toEqual([]);
    const zones = chain(null);
    const short = layoutOf(zones, 760, inShort(zones));
    expect(short.zones.map(({ nodes }) => nodes.length > 0)).toEqual([false, false, false, false, false, true]);
    expect(short.zones.every(({ link }, index) => (link === null) === (index === 0))).toBe(true);
    expect(short.height).toBeLessThan(layoutOf(zones, 760).height / 2);
  });

  it('has an arrow for every step between two nodes', () => {
    const { zones } = layoutOf(crowded, 560);
    expect(zones.map(({ arrows }) => arrows.length)).toEqual([0, edges.length]);
  });
});

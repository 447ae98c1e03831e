// @vitest-environment node
import type { PlaceTimes } from '@sonde/contract/places/place-times';
import { expect, it } from 'vitest';
import { linesOf, spotsOf } from './map-geometry.ts';

const position = (latitude: number, longitude: number) => ({ latitude, longitude });
const [frankfurt, amsterdam, singapore, target] = [
  position(50, 8),
  position(52, 5),
  position(1, 104),
  position(40, -74),
] as const;
const of = (place: string, way: PlaceTimes['way'], isTargetLocated = false): PlaceTimes => ({
  ...{ place, averageMs: 1, minMs: 1, timesMs: [1], way, isTargetLocated },
});

it('places near each other share a sign with both numbers, and one that has not answered looks so', () => {
  const places = [
    { id: 'fra', position: frankfurt },
    { id: 'sgp', position: singapore },
    { id: 'ams', position: amsterdam },
  ];
  expect(spotsOf(places, [of('fra', [])])).toEqual([
    { ...frankfurt, text: '1, 3' },
    { ...singapore, text: '2', look: 'waiting' },
  ]);
});

it('the target has a look of its own, and each hop is drawn once', () => {
  const ways = [of('fra', [amsterdam, target], true), of('sgp', [amsterdam, target], true)];
  expect(spotsOf([], ways)).toEqual([amsterdam, { ...target, look: 'target' }]);
});

it('ways begin where the place stands, and a line that several take weighs more', () => {
  const known = new Map([['fra', frankfurt]]);
  const lines = linesOf(
    [of('fra', [frankfurt, amsterdam, target]), of('sgp', [amsterdam, target])],
    (place) => known.get(place) ?? null,
  );
  expect(lines).toEqual([
    { from: frankfurt, to: amsterdam, weight: 1 },
    { from: amsterdam, to: target, weight: 2 },
  ]);
});

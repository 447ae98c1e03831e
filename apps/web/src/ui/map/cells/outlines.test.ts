import { expect, it } from 'vitest';
import { loadWorldPath, onBothSides } from './outlines.ts';

it('no outline jumps from one edge of the world to the other, except around a pole', async () => {
  const rings = (await loadWorldPath()).split('Z').map((ring) => ring.replace('M', '').split('L'));
  const jumps = rings.flatMap((ring) =>
    ring.flatMap((point, index) => {
      const [x = 0, y = 0] = point.split(' ').map(Number);
      const [before = x] = (ring[index - 1] ?? '').split(' ').filter(Boolean).map(Number);
      return Math.abs(x - before) > 180 && y < 174 ? [point] : [];
    }),
  );
  expect(jumps).toEqual([]);
});

it('an area across the 180th meridian is drawn at both edges', () => {
  const square = [
    [170, 10],
    [-170, 10],
    [-170, 20],
    [170, 20],
    [170, 10],
  ];
  const east = [
    [170, 10],
    [190, 10],
    [190, 20],
    [170, 20],
    [170, 10],
  ];
  expect(onBothSides([square])).toEqual([[east], [east.map(([lon = 0, lat = 0]) => [lon - 360, lat])]]);
  expect(onBothSides([east])).toEqual([[east]]);
});

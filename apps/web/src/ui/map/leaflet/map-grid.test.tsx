import { expect, it } from 'vitest';
import { inDegrees, multiples } from './map-grid.ts';

it.each([
  [4.85, '4.85° E'],
  [-122.1, '122.1° W'],
  [0, '0°'],
  [45 * 0.1, '4.5° E'],
])('%d degrees are written %s', (degrees, text) => {
  expect(inDegrees(degrees, 'E', 'W')).toBe(text);
});

it('finds the lines in view', () => {
  expect(multiples(10, -25, 11)).toEqual([-20, -10, 0, 10]);
  expect(multiples(45, 10, 20)).toEqual([]);
});

// @vitest-environment node
import { expect, it, test } from 'vitest';
import { medianOf, numbersOf, scaleTo } from './time-scale.ts';

test.each([
  [0, [0, 0.25, 0.5, 0.75, 1]],
  [Number.NaN, [0, 0.25, 0.5, 0.75, 1]],
  [Number.POSITIVE_INFINITY, [0, 0.25, 0.5, 0.75, 1]],
  [0.012, [0, 0.005, 0.01, 0.015]],
  [38, [0, 10, 20, 30, 40]],
  [101, [0, 50, 100, 150]],
  [1000, [0, 250, 500, 750, 1000]],
  [86_400, [0, 25_000, 50_000, 75_000, 100_000]],
])('an axis that contains %d', (most, ticks) => {
  expect(scaleTo(most)).toEqual({ limit: ticks.at(-1), ticks });
});

it('takes the middle of any number of values', () => {
  expect([[], [3], [4, 1], [9, 1, 2]].map(medianOf)).toEqual([null, 3, 2.5, 2]);
});

it.each([
  [0.04, '0 ms first, 0.01 minor, 0.02 middle, 0.03 minor, 0.04 last'],
  [30, '0 ms first, 10 minor, 20 minor, 30 last'],
  [2, '0 ms first, 0.5 minor, 1 middle, 1.5 minor, 2 last'],
])('the numbers of an axis to %d have their unit at zero', (most, numbers) => {
  expect(
    numbersOf(scaleTo(most))
      .map(({ text, rank }) => `${text} ${rank}`)
      .join(', '),
  ).toBe(numbers);
});

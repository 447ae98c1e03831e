import { expect, test } from 'vitest';
import { labelsLike, randomLabels, shapeOf } from './label-shapes.ts';

test.each([
  ['www', /^[a-z]{3}$/],
  ['mail01', /^[a-z]{4}\d{2}$/],
  ['web-2-eu', /^[a-z]{3}-\d-[a-z]{2}$/],
])('labels like %s have its length, and the same kinds of characters in the same places', (model, shape) => {
  const labels = labelsLike([model], 6);
  expect(labels).toHaveLength(6);
  for (const label of labels) expect(label).toMatch(shape);
  expect(labels).not.toContain(model);
  for (const label of labels) expect(shapeOf(label)).toBe(shapeOf(model));
});

test('uses models in rotation, and makes no more labels than exist', () => {
  expect(labelsLike(['aaaaaaaa1', 'bbbbbb-22'], 6).filter((label) => label.includes('-'))).toHaveLength(3);
  expect(labelsLike(['7'], 50).length).toBeLessThanOrEqual(9);
});

test('makes random labels of more than one length, all different', () => {
  const labels = randomLabels(100);
  expect(new Set(labels).size).toBe(100);
  expect(new Set(labels.map(({ length }) => length)).size).toBeGreaterThan(1);
});

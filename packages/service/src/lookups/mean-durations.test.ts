import { expect, it } from 'vitest';
import { createMeanDurations } from './mean-durations.ts';

it('is the plain mean of the first lookups, for each tool by itself', () => {
  const means = createMeanDurations();
  for (const ms of [100, 200, 600]) means.add('dns', ms);
  means.add('ssl', 1000);
  expect(means.of('dns')).toBeCloseTo(300);
  expect(means.of('ssl')).toBe(1000);
});

it('is unknown before the first lookup', () => {
  expect(createMeanDurations().of('dns')).toBeNull();
});

it('forgets how long lookups took long ago', () => {
  const means = createMeanDurations();
  for (let count = 0; count < 1000; count += 1) means.add('dns', 5000);
  for (let count = 0; count < 500; count += 1) means.add('dns', 100);
  expect(means.of('dns')).toBeLessThan(200);
});

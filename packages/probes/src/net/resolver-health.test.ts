import { expect, it } from 'vitest';
import { createResolverHealth } from './resolver-health.ts';

const one = { address: '192.0.2.1', port: 53 };
const two = { address: '192.0.2.2', port: 53 };

it('asks a silent resolver last, for ten seconds', () => {
  let nowMs = 1000;
  const health = createResolverHealth([one, two], () => nowMs);
  expect(health.inOrder()).toEqual([one, two]);
  health.miss(one, 900);
  expect(health.inOrder()).toEqual([two, one]);
  nowMs += 9999;
  expect(health.inOrder()).toEqual([two, one]);
  nowMs += 1;
  expect(health.inOrder()).toEqual([one, two]);
});

it('takes one lost packet for no silence', () => {
  const health = createResolverHealth([one, two], () => 1000);
  health.hear(one);
  health.miss(one, 999);
  expect(health.inOrder()).toEqual([one, two]);
});

it('forgives at the first sign of life, and keeps the order when all are silent', () => {
  const health = createResolverHealth([one, two], () => 1000);
  health.miss(one, 900);
  health.miss(two, 900);
  expect(health.inOrder()).toEqual([one, two]);
  health.hear(two);
  expect(health.inOrder()).toEqual([two, one]);
});

import { expect, it } from 'vitest';
import { createResolverHealth } from './resolver-health.ts';

const one = { address: '192.0.2.1', port: 53 };
const two = { address: '192.0.2.2', port: 53 };

it('asks a silent resolver last, for ten seconds', () => {
  let nowMs = 1000;
  const health = createResolverHealth([one, two], () => nowMs);
  expect(health.inOrder()).toEqual([one, two]);
  health.noteSilence(one, 900);
  expect(health.inOrder()).toEqual([two, one]);
  nowMs += 9999;
  expect(health.inOrder()).toEqual([two, one]);
  nowMs += 1;
  expect(health.inOrder()).toEqual([one, two]);
});

it('does not treat one lost packet as silence', () => {
  const health = createResolverHealth([one, two], () => 1000);
  health.noteReply(one);
  health.noteSilence(one, 999);
  expect(health.inOrder()).toEqual([one, two]);
});

it('restores the order after the first reply, and keeps it when all are silent', () => {
  const health = createResolverHealth([one, two], () => 1000);
  health.noteSilence(one, 900);
  health.noteSilence(two, 900);
  expect(health.inOrder()).toEqual([one, two]);
  health.noteReply(two);
  expect(health.inOrder()).toEqual([two, one]);
});

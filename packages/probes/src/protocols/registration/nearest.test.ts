import { expect, it } from 'vitest';
import { type Facts, noFacts } from './facts.ts';
import { nearestAnswers } from './nearest.ts';

const answer = (server: string, more: Partial<Facts>) => ({ server, facts: { ...noFacts, ...more } });
const near = answer('near', { range: '192.0.2.0/24', label: 'NEAR' });
const far = answer('far', { range: '192.0.0.0 - 192.0.255.255', label: 'FAR', country: 'US' });

it('the most specific network is not filled in with «US» of the one around it', () => {
  const { answers, partOf } = nearestAnswers([far, near]);
  expect(answers).toEqual([near]);
  expect(partOf).toMatchObject([{ range: '192.0.0.0 - 192.0.255.255', label: 'FAR', country: 'US', server: 'far' }]);
});

it('answers about the same network, however it is written, fill each other in', () => {
  const same = answer('same', { range: '192.0.2.0 - 192.0.2.255', country: 'NL' });
  expect(nearestAnswers([near, same]).answers).toEqual([near, same]);
});

it('what one range is told twice is told once, the nearest first', () => {
  const enclosing = { handle: null, holder: null, country: null, created: null, updated: null, abuse: null };
  const wide = { ...enclosing, range: '192.0.0.0/8', label: 'WIDE' };
  const middle = { ...enclosing, range: '192.0.0.0/16', label: 'AGAIN' };
  const { partOf } = nearestAnswers([far, { ...near, facts: { ...near.facts, partOf: [wide, middle] } }]);
  expect(partOf.map(({ label }) => label)).toEqual(['FAR', 'WIDE']);
});

it('an answer without a range counts only where there is no other', () => {
  const none = answer('none', { country: 'ZZ' });
  expect(nearestAnswers([none, near]).answers).toEqual([near]);
  expect(nearestAnswers([none]).answers).toEqual([none]);
});

it('a network elsewhere is not «part of»', () => {
  expect(nearestAnswers([near, answer('other', { range: '198.51.0.0/16' })]).partOf).toEqual([]);
});

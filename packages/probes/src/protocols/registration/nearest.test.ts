import { expect, it } from 'vitest';
import { noFacts, type RegistrationFacts } from './facts.ts';
import { nearestAnswers } from './nearest.ts';

const answer = (server: string, more: Partial<RegistrationFacts>) => ({ server, facts: { ...noFacts, ...more } });
const near = answer('near', { range: '192.0.2.0/24', label: 'NEAR' });
const far = answer('far', { range: '192.0.0.0 - 192.0.255.255', label: 'FAR', country: 'US' });

it('the most specific network does not take the country «US» from the enclosing one', () => {
  const { answers, partOf } = nearestAnswers([far, near]);
  expect(answers).toEqual([near]);
  expect(partOf).toMatchObject([{ range: '192.0.0.0 - 192.0.255.255', label: 'FAR', country: 'US', server: 'far' }]);
});

it('answers about the same network complement each other, however the range is written', () => {
  const same = answer('same', { range: '192.0.2.0 - 192.0.2.255', country: 'NL' });
  expect(nearestAnswers([near, same]).answers).toEqual([near, same]);
});

it('an enclosing range in several answers is listed once, the smallest range first', () => {
  const enclosing = { handle: null, holder: null, country: null, created: null, updated: null, abuse: null };
  const wide = { ...enclosing, range: '192.0.0.0/8', label: 'WIDE' };
  const middle = { ...enclosing, range: '192.0.0.0/16', label: 'AGAIN' };
  const { partOf } = nearestAnswers([far, { ...near, facts: { ...near.facts, partOf: [wide, middle] } }]);
  expect(partOf.map(({ label }) => label)).toEqual(['FAR', 'WIDE']);
});

it('an answer without a range counts only if there is no other', () => {
  const none = answer('none', { country: 'ZZ' });
  expect(nearestAnswers([none, near]).answers).toEqual([near]);
  expect(nearestAnswers([none]).answers).toEqual([none]);
});

it('a network that does not contain the queried one is not listed', () => {
  expect(nearestAnswers([near, answer('other', { range: '198.51.0.0/16' })]).partOf).toEqual([]);
});

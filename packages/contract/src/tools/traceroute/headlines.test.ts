import { expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { traceroute } from './contract.ts';
import { tracerouteHeadlines } from './headlines.ts';

const networksOf = (asns: readonly (string | null)[]) => {
  const asPath = asns.map((asn) => ({ asn, name: null, hops: 1 }));
  return tracerouteHeadlines(answerOf(traceroute, { asPath })).find(({ label }) => label === 'Networks')?.value;
};

it('networks of which none is known are not named', () => {
  expect(networksOf([])).toBeNull();
  expect(networksOf([null])).toBeNull();
  expect(networksOf([null, null])).toBeNull();
});

it('an unknown network among known ones is named as such', () => {
  expect(networksOf(['AS64496', null, 'AS64511'])).toBe('AS64496 → unknown → AS64511');
});

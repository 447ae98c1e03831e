import { expect, it } from 'vitest';
import { limits } from './messages.ts';

const noWildcards = { wildcards: [], partialWildcards: [] };
const cut = (part: string, retryAfterSeconds: number) => ({ part, code: 'rate-limited' as const, retryAfterSeconds });

it('says once what the limit of the server has cut, and when to come back', () => {
  const gaps = [cut('words', 500), { part: 'crtsh', code: 'timeout' as const }, cut('addresses', 541)];
  expect(limits({ gaps, ...noWildcards })).toEqual([
    'crt.sh could not be read in full. No answer in time.',
    'Search incomplete: Word list, Some addresses. This server has reached its limit of questions to the name servers of this domain; try again in 10 minutes.',
  ]);
});

it.each([
  [1, 'in 1 second.'],
  [59, 'in 59 seconds.'],
  [60, 'in 1 minute.'],
  [61, 'in 2 minutes.'],
])('after %i s: %s', (seconds, when) => {
  expect(limits({ gaps: [cut('words', seconds)], ...noWildcards }).join()).toMatch(new RegExp(`${when}$`));
});

it('says of a wildcard that answers only a part of names that it does, and not that every name exists', () => {
  const wildcards = ['a.example', 'b.example', 'c.example'];
  expect(limits({ gaps: [], wildcards, partialWildcards: ['b.example'] })).toEqual([
    'Every name below a.example and 1 more exists (wildcard): names that only a word list gives there, and that lead where all do, are left out.',
    'Some names below b.example exist although nobody made them (a wildcard that answers only a part): names that only a word list gives there, and that lead where those do, are left out.',
  ]);
});

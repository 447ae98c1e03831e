import { expect, it } from 'vitest';
import { limits } from './messages.ts';

const noWildcards = { wildcards: [], partialWildcards: [] };
const cut = (part: string, retryAfterSeconds: number) => ({ part, code: 'rate-limited' as const, retryAfterSeconds });

it("says once what the server's limit has cut, and when to try again", () => {
  const gaps = [cut('words', 500), { part: 'crtsh', code: 'timeout' as const }, cut('addresses', 541)];
  expect(limits({ gaps, ...noWildcards })).toEqual([
    'crt.sh could not be read in full. No answer in time.',
    'Search incomplete: Word list, Some addresses. The limit of queries to the name servers of this domain has been reached. Try again in 10 minutes.',
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

it('distinguishes a partial wildcard from one that covers every name', () => {
  const wildcards = ['a.example', 'b.example', 'c.example'];
  expect(limits({ gaps: [], wildcards, partialWildcards: ['b.example'] })).toEqual([
    'Every name below a.example and 1 more exists (wildcard): names known only from a word list that have the same addresses as any other name are left out.',
    'Some names below b.example exist only because of a wildcard that covers part of them: names known only from a word list that have the same addresses as those are left out.',
  ]);
});

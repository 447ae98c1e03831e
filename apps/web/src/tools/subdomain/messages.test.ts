import { expect, it } from 'vitest';
import { limits } from './messages.ts';

const cut = (part: string, retryAfterSeconds: number) => ({ part, code: 'rate-limited' as const, retryAfterSeconds });

it('says once what the limit of the server has cut, and when to come back', () => {
  const gaps = [cut('words', 500), { part: 'crtsh', code: 'timeout' as const }, cut('addresses', 541)];
  expect(limits({ gaps, wildcards: [] })).toEqual([
    'crt.sh could not be read in full. No answer in time.',
    'Not searched to the end: Word list, Some addresses. The name servers of this domain were asked as much as this server may ask them for now; try again in 10 minutes.',
  ]);
});

it.each([
  [1, 'in 1 second.'],
  [59, 'in 59 seconds.'],
  [60, 'in 1 minute.'],
  [61, 'in 2 minutes.'],
])('after %i s: %s', (seconds, when) => {
  expect(limits({ gaps: [cut('words', seconds)], wildcards: [] }).join()).toMatch(new RegExp(`${when}$`));
});

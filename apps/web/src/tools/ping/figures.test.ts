import type { KnownPacket } from '@sonde/contract/tools/ping/tables';
import { expect, it } from 'vitest';
import { remarks } from './figures.ts';
import { nothingKnown } from './query.ts';

const five = (fate: Partial<KnownPacket>) => ({
  ...nothingKnown('example.com'),
  packets: [1, 2, 3, 4, 5].map((seq) => ({ seq, timeMs: null, ttl: null, error: null, isSettled: true, ...fate })),
});

it('explains a complete lack of replies', () => {
  expect(remarks(five({}))).toEqual([expect.stringMatching(/^No reply\. .*firewall/)]);
  expect(remarks(five({ isSettled: false }))).toEqual([]);
  expect(remarks(five({ timeMs: 12 }))).toEqual([]);
  expect(remarks({ ...five({}), late: 5 })).toEqual([expect.stringContaining('arrived after more than two seconds')]);
});

it('merges an error that all packets share', () => {
  const error = { meaning: 'Administratively prohibited', router: '192.0.2.1' };
  expect(remarks(five({ error }))).toEqual(['Every packet: Administratively prohibited (reported by 192.0.2.1)']);
});

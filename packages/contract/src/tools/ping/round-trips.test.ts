import { expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { ping } from './contract.ts';
import { pingRoundTrips } from './round-trips.ts';

const packet = { seq: 1, ttl: 60, error: null };

it('round trips are those of the target, and not of whoever else replied', () => {
  const data = answerOf(ping, {
    packets: [
      { ...packet, timeMs: 12 },
      { ...packet, seq: 2, timeMs: null },
      { ...packet, seq: 3, timeMs: 3, repliedBy: '192.0.2.7' },
      { ...packet, seq: 4, timeMs: 2, error: { meaning: 'Destination host unreachable', router: null } },
    ],
  });
  expect(pingRoundTrips(data)).toMatchObject({ averageMs: 11.482, minMs: 11.02, timesMs: [12], way: [] });
});

it('an answer of another form has none', () => {
  expect([pingRoundTrips({ statistics: 7 }), pingRoundTrips(null), pingRoundTrips('x')]).toEqual([null, null, null]);
});

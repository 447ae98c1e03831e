import { expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { traceroute } from './contract.ts';
import { tracerouteRoundTrips } from './round-trips.ts';

const at = (ttl: number, avgMs: number | null, place: object) => ({
  ...{ ttl, avgMs, minMs: avgMs },
  answers: [{ address: `192.0.2.${ttl}`, ...place }],
});
const nowhere = { latitude: null, longitude: null, tooFar: false };
const frankfurt = { latitude: 50.1, longitude: 8.7, tooFar: false };

it('round trips are those of the hops, with the positions that are possible, each once', () => {
  const hops = [
    at(1, 1, frankfurt),
    at(2, null, frankfurt),
    at(3, 4, { latitude: 40.7, longitude: -74, tooFar: true }),
    at(4, 5, { latitude: 95, longitude: 0, tooFar: false }),
    at(5, 6, nowhere),
  ];
  expect(tracerouteRoundTrips(answerOf(traceroute, { reached: 'target', hops }))).toEqual({
    averageMs: 6,
    minMs: 6,
    timesMs: [1, 4, 5, 6],
    way: [{ latitude: 50.1, longitude: 8.7 }],
    isTargetLocated: false,
  });
});

it('a target that was not reached has no time', () => {
  const data = answerOf(traceroute, { reached: 'silent', hops: [at(1, 7, frankfurt)] });
  expect(tracerouteRoundTrips(data)).toMatchObject({ averageMs: null, minMs: null, timesMs: [7] });
  expect(tracerouteRoundTrips(data)?.isTargetLocated).toBe(false);
});

it('an answer of another form has none', () => {
  expect(tracerouteRoundTrips({ reached: 7 })).toBeNull();
  expect(tracerouteRoundTrips(null)).toBeNull();
});

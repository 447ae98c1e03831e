import { describe, expect, it } from 'vitest';
import { answerOf } from '../testing/answer-of.ts';
import { ping } from '../tools/ping/contract.ts';
import { traceroute } from '../tools/traceroute/contract.ts';
import type { PlaceAnswerRead } from './place-rows.ts';
import { type PlaceTimes, placeTimes, severalMachines } from './place-times.ts';
import { distanceKm, positionOf } from './position.ts';

const answer = (data: object): PlaceAnswerRead => ({
  place: 'fra',
  state: 'answer',
  data: data as Record<string, unknown>,
  code: null,
  reason: null,
});

describe('the times of a place', () => {
  const packet = { seq: 1, ttl: 60, error: null };

  it('of ping are those of the target, and not of whoever else replied', () => {
    const data = answerOf(ping, {
      packets: [
        { ...packet, timeMs: 12 },
        { ...packet, seq: 2, timeMs: null },
        { ...packet, seq: 3, timeMs: 3, repliedBy: '192.0.2.7' },
        { ...packet, seq: 4, timeMs: 2, error: { meaning: 'Destination host unreachable', router: null } },
      ],
    });
    expect(placeTimes('ping', answer(data))).toMatchObject({ place: 'fra', timesMs: [12], way: [] });
  });

  const [hop] = answerOf(traceroute).hops;
  const at = (ttl: number, avgMs: number | null, place: object) => ({
    ...hop,
    ttl,
    avgMs,
    minMs: avgMs,
    answers: [{ ...hop?.answers[0], ...place }],
  });
  const nowhere = { latitude: null, longitude: null, tooFar: false };
  const frankfurt = { latitude: 50.1, longitude: 8.7, tooFar: false };

  it('of traceroute are those of its hops, with the positions that are possible, each once', () => {
    const data = answerOf(traceroute, {
      reached: 'target',
      hops: [
        at(1, 1, frankfurt),
        at(2, null, frankfurt),
        at(3, 4, { latitude: 40.7, longitude: -74, tooFar: true }),
        at(4, 5, { latitude: 95, longitude: 0, tooFar: false }),
        at(5, 6, nowhere),
      ] as never,
    });
    expect(placeTimes('traceroute', answer(data))).toEqual({
      place: 'fra',
      averageMs: 6,
      minMs: 6,
      timesMs: [1, 4, 5, 6],
      way: [{ latitude: 50.1, longitude: 8.7 }],
      isTargetLocated: false,
    });
  });

  it('has no time to a target that was not reached', () => {
    const data = answerOf(traceroute, { reached: 'silent', hops: [at(1, 7, frankfurt)] as never });
    expect(placeTimes('traceroute', answer(data))).toMatchObject({
      averageMs: null,
      minMs: null,
      timesMs: [7],
      isTargetLocated: false,
    });
  });

  it('is null without an answer, for other tools, and for an answer of another form', () => {
    expect(placeTimes('ping', { ...answer({}), state: 'late', data: null })).toBeNull();
    expect(placeTimes('dns', answer({ statistics: { avgTime: 1 } }))).toBeNull();
    expect(placeTimes('ping', answer({ statistics: 7 }))).toBeNull();
    expect(placeTimes('traceroute', answer({ reached: 'target', hops: 'none' }))).toBeNull();
  });
});

describe('positions', () => {
  it('are on the earth, and have both numbers', () => {
    expect(positionOf(-90, 180)).toEqual({ latitude: -90, longitude: 180 });
    expect([positionOf(91, 0), positionOf(0, -181), positionOf(null, 8), positionOf(50, null)]).toEqual(
      Array(4).fill(null),
    );
  });

  it('are apart by the way along the surface', () => {
    const [frankfurt, newYork] = [
      { latitude: 50.11, longitude: 8.68 },
      { latitude: 40.71, longitude: -74.01 },
    ];
    expect(distanceKm(frankfurt, newYork)).toBeCloseTo(6203, -2);
    expect(distanceKm({ latitude: 0, longitude: 179 }, { latitude: 0, longitude: -179 })).toBeCloseTo(222, 0);
  });
});

describe('several machines behind one address', () => {
  const where = (place: string) => ({
    name: place.toUpperCase(),
    position: { fra: positionOf(50.11, 8.68), nyc: positionOf(40.71, -74.01), sgp: null }[place] ?? null,
  });
  const timed = (place: string, minMs: number | null): PlaceTimes => ({
    ...{ place, averageMs: minMs, minMs, timesMs: [], way: [], isTargetLocated: false },
  });

  it('are told if light would need longer than both round trips', () => {
    expect(severalMachines([timed('fra', 5), timed('nyc', 6), timed('sgp', 1)], where)).toBe(
      'FRA and NYC are 6,200 km apart and got answers within 5.00 ms and 6.00 ms, too fast for one machine. The address is in use at several locations (anycast), something on the way answers for it, or a stated position is wrong.',
    );
  });

  it('are not told if one machine may have answered both, or a position or time is missing', () => {
    expect(severalMachines([timed('fra', 5), timed('nyc', 60)], where)).toBeNull();
    expect(severalMachines([timed('fra', 1), timed('sgp', 1)], where)).toBeNull();
    expect(severalMachines([timed('fra', 1), timed('nyc', null)], where)).toBeNull();
  });
});

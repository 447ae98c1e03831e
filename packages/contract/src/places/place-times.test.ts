import { describe, expect, it } from 'vitest';
import { distanceKm, positionOf } from '../round-trips/position.ts';
import { type PlaceTimes, severalMachines } from './place-times.ts';

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

import { describe, expect, it } from 'vitest';
import { clusterColour, createClusters, type MarkerCluster } from './clusters.ts';
import type { MapMarker } from './map-marker.ts';

const at = (latitude: number, longitude: number): MapMarker => ({
  latitude,
  longitude,
  label: `${latitude} ${longitude}`,
});
/** Pixels as degrees of longitude at a zoom level, for a world of 512 pixels at zoom 0. */
const degrees = (pixels: number, zoom: number) => (pixels * 360) / (512 * 2 ** zoom);
const countsAt = (markers: readonly MapMarker[], zoom: number) =>
  createClusters(markers)(zoom)
    .map((cluster) => cluster.markers.length)
    .sort();

describe('R9.10 clustering', () => {
  it('clusters markers within 60 pixels, not beyond', () => {
    expect(countsAt([at(0, 0), at(0, degrees(59, 12))], 12)).toEqual([2]);
    expect(countsAt([at(0, 0), at(0, degrees(61, 12))], 12)).toEqual([1, 1]);
  });

  it('clusters two markers, and none above zoom 16', () => {
    const near = [at(0, 0), at(0, degrees(1, 17))];
    expect(countsAt(near, 16)).toEqual([2]);
    expect(countsAt(near, 17)).toEqual([1, 1]);
  });

  it('keeps every marker', () => {
    const markers = Array.from({ length: 200 }, (_, index) =>
      at(((index * 37) % 160) - 80, ((index * 91) % 360) - 180),
    );
    for (const zoom of [0, 3, 12, 18]) {
      const clusters = createClusters(markers)(zoom);
      expect(new Set(clusters.flatMap((cluster) => cluster.markers)).size).toBe(200);
    }
  });

  it('leaves a single marker exactly in its place', () => {
    const [cluster] = createClusters([at(37.422, -122.085)])(12);
    expect(cluster).toMatchObject({ latitude: 37.422, longitude: -122.085 });
  });

  it('rounds a fractional zoom to the nearest level', () => {
    const markers = [at(0, 0), at(0, degrees(59, 12))];
    expect(countsAt(markers, 12.4)).toEqual([2]);
    expect(countsAt(markers, 12.6)).toEqual([1, 1]);
  });
});

describe('R9.11 the colour of a cluster', () => {
  const clusters = (...counts: number[]): MarkerCluster[] =>
    counts.map((count) => ({ latitude: 0, longitude: 0, markers: Array(count).fill(at(0, 0)) }));

  it.each([
    [11, [11, 1], 'red'],
    [10, [10, 1], 'blue'],
    [2, [2], 'blue'],
    [20, [20, 30], 'blue'],
    [30, [20, 30], 'red'],
    [25, [25, 25], 'blue'],
  ])('%d among %j is %s', (count, all, colour) => {
    expect(clusterColour(count, clusters(...all))).toBe(colour);
  });
});

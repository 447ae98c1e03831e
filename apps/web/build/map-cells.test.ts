import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { MapCellFile } from '../src/ui/map/cells/map-cell-file.ts';
import { cellsIn, type MapCell, readCell } from '../src/ui/map/cells/map-cell-reading.ts';
import { makeMapCells } from './map-cells.ts';

let cells: ReadonlyMap<string, string>;
beforeAll(async () => {
  cells = (await makeMapCells()).cells;
});

const fileOf = (key: string) => cells.get(key) ?? '';

/** The view of a map of 1280 by 400 pixels at zoom 12. */
const viewAt = (latitude: number, longitude: number) => ({
  south: latitude - 0.07,
  north: latitude + 0.07,
  west: longitude - 0.22,
  east: longitude + 0.22,
});
const viewed = (latitude: number, longitude: number) => {
  const here = cellsIn(viewAt(latitude, longitude), new Set(cells.keys()));
  const read = here.map((place): MapCell => readCell(place, JSON.parse(fileOf(place.key)) as MapCellFile));
  return { here, read };
};
const size = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

it('has towns at their positions', () => {
  const places = viewed(45.75, 4.85).read.flatMap((cell) => cell.places);
  const lyon = places.find(({ name }) => name === 'Lyon');
  expect(lyon?.inhabitants).toBeGreaterThan(400_000);
  expect(lyon?.at[0]).toBeCloseTo(45.75, 1);
  expect(lyon?.at[1]).toBeCloseTo(4.85, 1);
  expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(['Villeurbanne', 'Bron', 'Oullins']));
});

it('has a coast at the sea, and none far from it', () => {
  const coasts = (latitude: number, longitude: number) =>
    viewed(latitude, longitude).read.flatMap(({ coasts: lines }) => lines.flat());
  const near = (
    [latitude = 0, longitude = 0]: readonly number[],
    [toLatitude = 0, toLongitude = 0]: readonly number[],
  ) => Math.hypot(latitude - toLatitude, longitude - toLongitude) < 0.2;
  // San Francisco, on its peninsula; Lyon, 250 km from the sea.
  expect(coasts(37.7749, -122.4194).some((point) => near(point, [37.7749, -122.4194]))).toBe(true);
  expect(coasts(45.75, 4.85).some((point) => near(point, [45.75, 4.85]))).toBe(false);
});

it('shows borders between countries', () => {
  // Basel: Switzerland, France and Germany.
  expect(viewed(47.56, 7.59).read.flatMap(({ borders }) => borders).length).toBeGreaterThan(0);
});

it('has nothing for the open sea', () => {
  // The South Pacific.
  expect(viewed(-45, -120).here).toEqual([]);
});

it('continues across the 180th meridian', () => {
  // Taveuni, Fiji: what is east of the meridian is drawn beyond 180 degrees.
  const longitudes = viewed(-16.85, 180).read.flatMap(({ coasts }) => coasts.flat().map(([, longitude]) => longitude));
  expect(longitudes.some((longitude) => longitude > 180 && longitude < 180.3)).toBe(true);
  expect(longitudes.some((longitude) => longitude < 180 && longitude > 179.7)).toBe(true);
});

it.each([
  ['Tokyo', 35.68, 139.69],
  ['London', 51.5, -0.12],
  ['New York', 40.71, -74],
  ['Delhi', 28.65, 77.22],
  ['Shanghai', 31.23, 121.47],
  ['Basel', 47.56, 7.59],
  ['Bergen', 60.39, 5.32],
])('needs no more than 60 kB for the first view of %s', (_, latitude, longitude) => {
  const { here } = viewed(latitude, longitude);
  expect(here.length).toBeGreaterThan(0);
  const list = size([...cells.keys()].join(' '));
  expect(here.reduce((sum, { key }) => sum + size(fileOf(key)), list)).toBeLessThanOrEqual(60_000 - WORLD_BYTES);
});

/** The outline of the whole world in the corner of every map. */
const WORLD_BYTES = 22_000;

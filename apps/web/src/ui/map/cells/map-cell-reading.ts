import { CELL_UNITS, FIRST_CELL_ZOOM, LAST_CELL_ZOOM, type MapCellFile } from './map-cell-file.ts';

/** Latitude, longitude. */
export type Point = [number, number];

export interface MapPlace {
  readonly name: string;
  readonly at: Point;
  readonly inhabitants: number;
}

export interface MapCell {
  readonly land: Point[][];
  readonly coasts: Point[][];
  readonly borders: Point[][];
  /** The largest first. */
  readonly places: readonly MapPlace[];
}

export interface MapView {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Where to draw a cell: `revolution` world widths away from its own place, for views across the 180th meridian. */
export interface CellPlace {
  readonly key: string;
  readonly revolution: number;
}

/** The cells that a view touches; cells without land do not exist. */
export function cellsIn(view: MapView, existing: ReadonlySet<string>): readonly CellPlace[] {
  return range(FIRST_CELL_ZOOM, LAST_CELL_ZOOM).flatMap((zoom) => {
    const side = 2 ** zoom;
    const columns = range(Math.floor(tileX(view.west, zoom)), Math.floor(tileX(view.east, zoom)));
    const rows = range(
      Math.max(0, Math.floor(tileY(view.north, zoom))),
      Math.min(side - 1, Math.floor(tileY(view.south, zoom))),
    );
    const cells = columns.flatMap((x) => {
      const revolution = Math.floor(x / side);
      return rows.map((y) => ({ key: `${zoom}-${x - revolution * side}-${y}`, revolution }));
    });
    return cells.filter(({ key }) => existing.has(key));
  });
}

/** The content of a cell's file, at its place. */
export function readCell({ key, revolution }: CellPlace, file: MapCellFile): MapCell {
  const [zoom = 0, column = 0, row = 0] = key.split('-').map(Number);
  const toPoint = (x: number, y: number): Point => {
    const side = 2 ** zoom;
    const angle = Math.PI * (1 - (2 * (row + y / CELL_UNITS)) / side);
    return [(Math.atan(Math.sinh(angle)) * 180) / Math.PI, ((column + x / CELL_UNITS) / side + revolution) * 360 - 180];
  };
  const shapes = (all: readonly number[][]) => all.map((steps) => pointsOf(steps).map(([x, y]) => toPoint(x, y)));
  return {
    land: shapes(file.land),
    coasts: shapes(file.coasts),
    borders: shapes(file.borders),
    places: file.places.map(([name, x, y, inhabitants]) => ({ name, at: toPoint(x, y), inhabitants })),
  };
}

/** Each point is an offset from the previous one. */
function pointsOf(steps: readonly number[]): [number, number][] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, index) => {
    x += steps[2 * index] ?? 0;
    y += steps[2 * index + 1] ?? 0;
    return [x, y];
  });
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const tileX = (longitude: number, zoom: number) => ((longitude + 180) / 360) * 2 ** zoom;

/** Web Mercator ends at 85.05 degrees. */
function tileY(latitude: number, zoom: number): number {
  const angle = (Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180;
  return ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom;
}

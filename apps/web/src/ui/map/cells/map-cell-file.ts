/**
 * Written by the build and read by the map: a tile of the web Mercator quadtree, at `/assets/map-ZOOM-X-Y-HASH.json`.
 */
export interface MapCellFile {
  /** Rings and lines, each as its first point and then offsets: x, y, x, y … in units. */
  readonly land: readonly number[][];
  readonly coasts: readonly number[][];
  readonly borders: readonly number[][];
  /** Name, position in units and inhabitants, the largest first. */
  readonly places: readonly (readonly [string, number, number, number])[];
}

/** A cell is divided until it is small enough, within these zoom levels. */
export const FIRST_CELL_ZOOM = 4;
export const LAST_CELL_ZOOM = 9;
/** Units along the side of a cell: at zoom 6, one unit is as small as a pixel of zoom 12. */
export const CELL_UNITS = 16_384;

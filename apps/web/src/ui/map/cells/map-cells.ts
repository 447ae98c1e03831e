// In this folder: the data of the built-in map.
import { hash, keys } from 'virtual:map-cells';
import { askAsset } from '../../../browser/api/ask.ts';
import type { MapCellFile } from './map-cell-file.ts';

/** The keys of all cells of this build. */
export const existingCells: ReadonlySet<string> = new Set(keys.split(' '));

const loaded = new Map<string, Promise<MapCellFile>>();

/** Loads a cell's file. @throws Error if it cannot be fetched; the next call tries again. */
export function loadCell(key: string): Promise<MapCellFile> {
  const known = loaded.get(key);
  if (known !== undefined) return known;
  // The file was made by the build, so its structure is known.
  const loading = askAsset(`/assets/map-${key}-${hash}.json`).then((file) => file as MapCellFile);
  loading.catch(() => loaded.delete(key));
  loaded.set(key, loading);
  return loading;
}

import { hash, keys } from 'virtual:map-cells';
import { askAsset } from '../../ask.ts';
import type { MapCellFile } from './map-cell-file.ts';

/** The keys of all cells of this build. */
export const existingCells: ReadonlySet<string> = new Set(keys.split(' '));

const loaded = new Map<string, Promise<MapCellFile>>();

/** A cell's file. @throws Error when it cannot be fetched; it is asked for again the next time. */
export function loadCell(key: string): Promise<MapCellFile> {
  const known = loaded.get(key);
  if (known !== undefined) return known;
  // A file of our own build: its shape is known.
  const loading = askAsset(`/assets/map-${key}-${hash}.json`).then((file) => file as MapCellFile);
  loading.catch(() => loaded.delete(key));
  loaded.set(key, loading);
  return loading;
}

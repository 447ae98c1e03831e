import { join } from 'node:path';
import type { GeoDatabase } from '../data.ts';
import { bundledFiles } from './bundled-files.ts';
import type { GeoEdition } from './geo-databases.ts';

/** The database in the data folder, and the one before it. */
export function updatedFiles(folder: string, database: GeoDatabase): { current: string; previous: string } {
  const at = (name: string) => join(folder, 'sets', name);
  return { current: at(`geo-${database}.mmdb`), previous: at(`geo-${database}.previous.mmdb`) };
}

/** The operator's own database alone, or else those in the data folder and the bundled one. */
export function editionsOf(database: GeoDatabase, own: readonly string[] | null, folder: string): GeoEdition[] {
  if (own !== null) return [{ origin: 'operator', files: own }];
  const { current, previous } = updatedFiles(folder, database);
  return [
    { origin: 'updated', files: [current] },
    { origin: 'updated', files: [previous] },
    { origin: 'bundled', files: bundledFiles(database) },
  ];
}

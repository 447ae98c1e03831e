import { toNetworkOrder } from '../../net/guard/ip-address.ts';
import type { Credit, DatabaseState, GeoDatabase, GeoDatabases } from '../data.ts';
import { createMmdbFile, dateOf, type MmdbFile, type OpenDatabase } from './mmdb-file.ts';
import { toCityRecord, toNetworkRecord } from './records.ts';

/** The files of each database, in the order of preference. */
export type GeoFiles = Readonly<Record<GeoDatabase, readonly string[]>> & {
  /** The databases that the operator has chosen. */
  readonly own?: ReadonlySet<GeoDatabase>;
};

/** Opens nothing before the first lookup. */
export function createGeoDatabases(files: GeoFiles, now?: () => number): GeoDatabases {
  // An operator may write into a file that is in use.
  const open = (database: GeoDatabase) =>
    files[database].map((path) => createMmdbFile(path, { now, isReplacedWhole: files.own?.has(database) !== true }));
  const [cityFiles, asnFiles] = [open('city'), open('asn')];
  const [city, asn] = [createFinder(cityFiles), createFinder(asnFiles)];
  return {
    async find(address) {
      // What is already in memory is used without waiting.
      const [place, network] = [city.ready(address), asn.ready(address)];
      return answer(address, place ?? (await city.open(address)), network ?? (await asn.open(address)));
    },
    state: async () => [await stateOf('city', cityFiles, files), await stateOf('asn', asnFiles, files)],
  };
}

function answer(address: string, city: OpenDatabase | null, asn: OpenDatabase | null) {
  const bytes = toNetworkOrder(address);
  const [place, network] = [recordIn(city, bytes), recordIn(asn, bytes)];
  const missing: GeoDatabase[] = [];
  if (place === undefined) missing.push('city');
  if (network === undefined) missing.push('asn');
  return {
    city: toCityRecord(place),
    network: toNetworkRecord(network),
    missing,
    date: city?.date ?? null,
    credits: creditsFor(city, asn),
  };
}

const noCredits: readonly Credit[] = [];

function creditsFor(city: OpenDatabase | null, asn: OpenDatabase | null): readonly Credit[] {
  const [first, second] = [city?.credits ?? noCredits, asn?.credits ?? noCredits];
  const more = second.filter((credit) => !first.includes(credit));
  return more.length === 0 ? first : [...first, ...more];
}

/** As the publisher wrote it; null if the database has no record, undefined if it is missing or damaged. */
function recordIn(database: OpenDatabase | null, address: Uint8Array): unknown {
  try {
    return database?.find(address);
  } catch {
    return undefined;
  }
}

/**
 * The database for the family of an address: a file of its own, or one of both, which states version 6. The choice is kept
 * while the file is unchanged.
 */
function createFinder(files: readonly MmdbFile[]) {
  const chosen = new Map<4 | 6, MmdbFile>();
  return {
    ready(address: string): OpenDatabase | null {
      const family = familyOf(address);
      const database = chosen.get(family)?.ready() ?? null;
      return database !== null && (database.ipVersion === 6 || family === 4) ? database : null;
    },
    async open(address: string): Promise<OpenDatabase | null> {
      const family = familyOf(address);
      const versions = await Promise.all(files.map(async (file) => (await file.metadata())?.ipVersion));
      const ofVersion = (version: 4 | 6) => files[versions.indexOf(version)];
      const file = ofVersion(family) ?? ofVersion(6);
      if (file === undefined) return null;
      chosen.set(family, file);
      return file.open();
    },
  };
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

async function stateOf(database: GeoDatabase, files: readonly MmdbFile[], { own }: GeoFiles): Promise<DatabaseState> {
  const origin = own?.has(database) ? 'operator' : 'bundled';
  if (files.length === 0) return { database, date: null, origin, problem: 'It is not installed.' };
  const dates = (await Promise.all(files.map((file) => file.metadata()))).flatMap((one) => one?.builtAt ?? []);
  const oldest = dates.sort((a, b) => a.getTime() - b.getTime())[0];
  const problems = files.flatMap((file) => file.problem() ?? []);
  return {
    database,
    date: oldest === undefined ? null : dateOf(oldest),
    origin,
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

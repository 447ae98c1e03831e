import type { DatabaseState, GeoDatabase, GeoDatabases } from '../data.ts';
import { creditsOf } from './credits.ts';
import { createMmdbFile, type MmdbFile } from './mmdb-file.ts';
import { toCityRecord, toNetworkRecord } from './records.ts';

/** The files of each database, in the order of preference. */
export type GeoFiles = Readonly<Record<GeoDatabase, readonly string[]>>;

/** Opens nothing before it is asked. */
export function createGeoDatabases(files: GeoFiles, now?: () => number): GeoDatabases {
  const city = files.city.map((path) => createMmdbFile(path, now));
  const asn = files.asn.map((path) => createMmdbFile(path, now));
  return {
    async find(address) {
      const [place, network] = await Promise.all([findIn(city, address), findIn(asn, address)]);
      const types = [place, network].flatMap((one) => one?.databaseType ?? []);
      return {
        city: toCityRecord(place?.record),
        network: toNetworkRecord(network?.record),
        missing: [...(place === null ? ['city' as const] : []), ...(network === null ? ['asn' as const] : [])],
        date: place === null ? null : dateOf(place.builtAt),
        credits: [...new Set(types.flatMap(creditsOf))],
      };
    },
    state: async () => [await stateOf('city', city), await stateOf('asn', asn)],
  };
}

interface Found {
  /** As the publisher wrote it; null where the database has none. */
  readonly record: unknown;
  readonly databaseType: string;
  readonly builtAt: Date;
}

/** Null where there is no database of that family; what is wrong with its file is in the state. */
async function findIn(files: readonly MmdbFile[], address: string): Promise<Found | null> {
  try {
    const file = await fileFor(files, address);
    const metadata = await file?.metadata();
    if (file === undefined || !metadata) return null;
    return {
      record: await file.find(address),
      databaseType: metadata.databaseType,
      builtAt: metadata.buildEpoch,
    };
  } catch {
    return null;
  }
}

/** The first file of the address's own family; IPv4 is found in files of both families too, which say version 6. */
async function fileFor(files: readonly MmdbFile[], address: string): Promise<MmdbFile | undefined> {
  const versions = await Promise.all(files.map(async (file) => (await file.metadata())?.ipVersion));
  const ofVersion = (version: 4 | 6) => files[versions.indexOf(version)];
  return address.includes(':') ? ofVersion(6) : (ofVersion(4) ?? ofVersion(6));
}

async function stateOf(database: GeoDatabase, files: readonly MmdbFile[]): Promise<DatabaseState> {
  if (files.length === 0) return { database, date: null, problem: 'It is not installed.' };
  const dates = (await Promise.all(files.map((file) => file.metadata()))).flatMap((one) => one?.buildEpoch ?? []);
  const oldest = dates.sort((a, b) => a.getTime() - b.getTime())[0];
  const problems = files.flatMap((file) => file.problem() ?? []);
  return {
    database,
    date: oldest === undefined ? null : dateOf(oldest),
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

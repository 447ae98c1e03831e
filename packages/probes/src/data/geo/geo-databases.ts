import type { DatabaseState, GeoDatabase, GeoDatabases } from '../data.ts';
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
      return {
        city: toCityRecord(place),
        network: toNetworkRecord(network),
        missing: [
          ...(place === undefined ? ['city' as const] : []),
          ...(network === undefined ? ['asn' as const] : []),
        ],
      };
    },
    state: async () => [await stateOf('city', city), await stateOf('asn', asn)],
  };
}

/** The raw record of an address, null where the database has none, undefined where there is no database. */
async function findIn(files: readonly MmdbFile[], address: string): Promise<unknown> {
  const file = await fileFor(files, address);
  if (file === undefined) return undefined;
  try {
    return await file.find(address);
  } catch {
    // What is wrong with the file is in the state of the database.
    return undefined;
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
    date: oldest?.toISOString().slice(0, 10) ?? null,
    problem: problems.length > 0 ? problems.join('; ') : null,
  };
}

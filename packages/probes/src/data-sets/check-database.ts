import { type GeoDatabase, type GeoDatabases, UpdateRefused } from '../data/data.ts';
import { createMmdbFile, type OpenDatabase } from '../data/geo/mmdb-file.ts';
import { toCityRecord, toNetworkRecord } from '../data/geo/records.ts';
import { toNetworkOrder } from '../net/guard/ip-address.ts';

/** What is known of a database after reading it. */
export interface CheckedDatabase {
  /** When it was built, ISO 8601. */
  readonly date: string;
  /** The share of sampled addresses of which it knows the place or network: 0 to 1. */
  readonly known: number;
}

/** Addresses of the IPv4 and of the allocated IPv6 space at equal steps; the same each time, so that two databases compare. */
const sampled: readonly string[] = [
  ...Array.from({ length: 4000 }, (_, index) => `${1 + ((index * 7) % 222)}.${index % 256}.${(index * 91) % 256}.1`),
  ...Array.from(
    { length: 1000 },
    (_, index) => `2${(index % 0xe00).toString(16).padStart(3, '0')}:${((index * 0x321) % 0xffff).toString(16)}::1`,
  ),
];

/** In any database of this kind, some of them have a record. */
const wellKnown = ['8.8.8.8', '1.1.1.1', '9.9.9.9', '193.0.6.139', '2001:4860:4860::8888', '2606:4700:4700::1111'];
const LEAST_WELL_KNOWN = 3;

/**
 * Reads a database at several thousand addresses.
 * @throws UpdateRefused if it is damaged, of another kind, or without IPv6 addresses
 */
export async function checkDatabase(path: string, database: GeoDatabase): Promise<CheckedDatabase> {
  const file = createMmdbFile(path, { isReplacedWhole: true });
  const metadata = await file.metadata();
  const opened = await file.open();
  // The path of a file that is only a part says nothing to the operator.
  if (metadata === null || opened === null)
    throw new UpdateRefused(`The file cannot be used: ${file.problem()?.replace(`${path}: `, '') ?? 'it is damaged'}.`);
  if (opened.ipVersion !== 6) throw new UpdateRefused('The database has no IPv6 addresses.');
  const isKnown = (address: string) => knows(opened, database, address);
  if (wellKnown.filter(isKnown).length < LEAST_WELL_KNOWN)
    throw new UpdateRefused(`The database is none of ${database === 'city' ? 'places' : 'networks'}.`);
  return { date: metadata.builtAt.toISOString(), known: sampled.filter(isKnown).length / sampled.length };
}

/** The share of the same addresses that the databases in use know. */
export async function shareKnown(databases: Pick<GeoDatabases, 'find'>, database: GeoDatabase): Promise<number> {
  let known = 0;
  for (const address of sampled) {
    const { city, network } = await databases.find(address);
    if (((database === 'city' ? city?.countryCode : network?.asNumber) ?? null) !== null) known += 1;
  }
  return known / sampled.length;
}

function knows(opened: OpenDatabase, database: GeoDatabase, address: string): boolean {
  try {
    const record = opened.find(toNetworkOrder(address));
    return database === 'city'
      ? (toCityRecord(record)?.countryCode ?? null) !== null
      : (toNetworkRecord(record)?.asNumber ?? null) !== null;
  } catch (cause) {
    throw new UpdateRefused('The database is damaged.', { cause });
  }
}

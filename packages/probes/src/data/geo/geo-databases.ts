import { toNetworkOrder } from '../../net/guard/ip-address.ts';
import type { Credit, DatabaseState, GeoDatabase, GeoDatabases } from '../data.ts';
import { createMmdbFile, dateOf, type MmdbFile, type OpenDatabase } from './mmdb-file.ts';
import { toCityRecord, toNetworkRecord } from './records.ts';

/** One publication of a database: a file, or one for each address family. */
export interface GeoEdition {
  readonly origin: DatabaseState['origin'];
  readonly files: readonly string[];
}

/** The editions at hand: the newest that can be read is used; of equally old ones, the first. */
export type GeoEditions = Readonly<Record<GeoDatabase, readonly GeoEdition[]>>;

interface OpenEdition {
  readonly origin: GeoEdition['origin'];
  readonly files: readonly MmdbFile[];
}

/** How often to look for a newer edition. */
const CHOOSE_MS = 10_000;

/** Opens nothing before the first lookup. */
export function createGeoDatabases(editions: GeoEditions, now = () => performance.now()): GeoDatabases {
  const open = (database: GeoDatabase): OpenEdition[] =>
    editions[database].map(({ origin, files }) => ({
      origin,
      // An operator may write into a file that is in use; all others are replaced by renaming.
      files: files.map((path) => createMmdbFile(path, { now, isReplacedWhole: origin !== 'operator' })),
    }));
  const [cityEditions, asnEditions] = [open('city'), open('asn')];
  const [city, asn] = [createFinder(cityEditions, now), createFinder(asnEditions, now)];
  return {
    async find(address) {
      // What is already open is used without waiting.
      const [place, network] = [city.ready(address), asn.ready(address)];
      return answer(address, place ?? (await city.open(address)), network ?? (await asn.open(address)));
    },
    state: async () => [await stateOf('city', cityEditions), await stateOf('asn', asnEditions)],
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
 * until there is a newer edition.
 */
function createFinder(editions: readonly OpenEdition[], now: () => number) {
  const chosen = new Map<4 | 6, MmdbFile>();
  let choosing: Promise<void> | null = null;
  let nextChoiceAtMs = Number.NEGATIVE_INFINITY;

  async function open(address: string): Promise<OpenDatabase | null> {
    const family = familyOf(address);
    for (const file of await newestFirst(editions, family)) {
      const database = await file.open();
      if (database === null) continue;
      chosen.set(family, file);
      return database;
    }
    return null;
  }

  function chooseAgain(address: string): void {
    if (choosing !== null || now() < nextChoiceAtMs) return;
    nextChoiceAtMs = now() + CHOOSE_MS;
    choosing = open(address)
      .then(() => {})
      .finally(() => {
        choosing = null;
      });
  }

  return {
    open,
    ready(address: string): OpenDatabase | null {
      const family = familyOf(address);
      const database = chosen.get(family)?.ready() ?? null;
      if (database === null) return null;
      if (editions.length > 1) chooseAgain(address);
      return database.ipVersion === 6 || family === 4 ? database : null;
    },
  };
}

/** The file of each edition for a family of addresses. */
async function newestFirst(editions: readonly OpenEdition[], family: 4 | 6): Promise<MmdbFile[]> {
  const found = await Promise.all(
    editions.map(async ({ files }) => {
      const described = await Promise.all(files.map(async (file) => ({ file, metadata: await file.metadata() })));
      const ofVersion = (version: 4 | 6) => described.find(({ metadata }) => metadata?.ipVersion === version);
      return ofVersion(family) ?? ofVersion(6);
    }),
  );
  return found
    .filter((one) => one !== undefined)
    .sort((a, b) => (b.metadata?.builtAt.getTime() ?? 0) - (a.metadata?.builtAt.getTime() ?? 0))
    .map(({ file }) => file);
}

function familyOf(address: string): 4 | 6 {
  return address.includes(':') ? 6 : 4;
}

/** Of the newest edition; the problems are those of all editions whose files exist. */
async function stateOf(database: GeoDatabase, editions: readonly OpenEdition[]): Promise<DatabaseState> {
  const described = await Promise.all(
    editions.map(async ({ origin, files }) => {
      const dates = (await Promise.all(files.map((file) => file.metadata()))).flatMap((one) => one?.builtAt ?? []);
      const oldest = dates.sort((a, b) => a.getTime() - b.getTime())[0];
      // An update is optional.
      const expected = origin === 'updated' ? files.filter((file) => !file.isMissing()) : files;
      return { origin, oldest, problems: expected.flatMap((file) => file.problem() ?? []) };
    }),
  );
  const [newest] = described
    .filter(({ oldest }) => oldest !== undefined)
    .sort((a, b) => (b.oldest?.getTime() ?? 0) - (a.oldest?.getTime() ?? 0));
  const problems = described.flatMap((one) => one.problems);
  const isInstalled = editions.some(({ origin, files }) => origin !== 'updated' && files.length > 0);
  return {
    database,
    date: newest?.oldest === undefined ? null : dateOf(newest.oldest),
    origin: newest?.origin ?? editions.at(-1)?.origin ?? 'bundled',
    problem:
      problems.length > 0 ? problems.join('; ') : newest === undefined && !isInstalled ? 'It is not installed.' : null,
  };
}

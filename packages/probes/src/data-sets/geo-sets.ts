import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DataSlot, type GeoDatabase, type LocalData, type Machine, UpdateRefused } from '../data/data.ts';
import { editionsOf, updatedFiles } from '../data/geo/editions.ts';
import { createGeoDatabases } from '../data/geo/geo-databases.ts';
import { NetFailure } from '../net/net.ts';
import { checkDatabase, shareKnown } from './check-database.ts';
import type { DataSet, Renewed } from './data-set.ts';
import { refuseWriting, whyNotByDate } from './refusals.ts';
import { replaceFile } from './set-file.ts';
import { unpackDatabase } from './unpack-database.ts';

const facts = {
  city: {
    id: 'geo-city',
    name: 'Places of addresses',
    publisher: 'DB-IP',
    source: 'https://db-ip.com/db/download/ip-to-city-lite',
    licence: 'CC BY 4.0',
  },
  asn: {
    id: 'geo-asn',
    name: 'Networks of addresses',
    publisher: 'DB-IP; Route Views and the regional registries',
    source: 'https://db-ip.com/db/download/ip-to-asn-lite',
    licence: 'CC BY 4.0; public data',
  },
} as const;
/** Blocks of addresses move between holders and countries all the time. */
const OLD_AFTER_DAYS = 91;
/** Above the largest databases that are sold for this purpose. */
const MAX_OCTETS = 2 * 1024 ** 3;
const LIMITS = { timeoutMs: 30 * 60_000, maxBytes: MAX_OCTETS, maxRedirects: 5, accept: '*/*' };
/** A newer database knows about as much as the one before it. */
const LEAST_SHARE = 0.8;
/** In a URL: replaced by the year and month, for publishers that name a file of each month. */
const MONTH = /(?:\{|%7B)YYYY-MM(?:\}|%7D)/i;

/** The databases of addresses: bundled, renewed in the data folder, or files of the operator, which are the operator's to renew. */
export function geoDataSets(data: LocalData): DataSet[] {
  const { databases, own } = data.geo;
  return (['city', 'asn'] satisfies GeoDatabase[]).map((database): DataSet => {
    const copy = async () => {
      const state = (await databases.state()).find((one) => one.database === database);
      return state === undefined || state.date === null ? null : { date: state.date, origin: state.origin };
    };
    const isOwn = own.has(database);
    return {
      facts: {
        ...facts[database],
        oldAfterDays: OLD_AFTER_DAYS,
        expiredAfterDays: null,
        everyDays: isOwn ? null : 7,
      },
      copy,
      renew: isOwn ? null : (sources, signal) => data.of(slots[database]).renew(sources, signal),
    };
  });
}

interface DatabaseUpdate {
  renew(sources: readonly string[], signal: AbortSignal): Promise<Renewed>;
}

const slots = { city: updateOf('city'), asn: updateOf('asn') } as const;

function updateOf(database: GeoDatabase): DataSlot<DatabaseUpdate> {
  const { id, name } = facts[database];
  return {
    open: (machine) => ({
      async renew(sources, signal) {
        const { dataFolder, now } = machine;
        if (dataFolder === null) throw new UpdateRefused('This machine has no data folder.');
        if (sources.length > 1) throw new UpdateRefused('A database is one file.');
        const source = sources[0] ?? machine.sourceUrls[id];
        if (source === undefined) throw new UpdateRefused('This machine has no source for it.');
        const months = lastMonths(now());
        const inUse = await databaseInUse(database, dataFolder);
        const same = { isNew: false, text: `${name}: still of ${inUse.date}` };
        if (MONTH.test(source) && inUse.date?.startsWith(months[0] ?? '')) return same;
        const { current, previous } = updatedFiles(dataFolder, database);
        const part = `${current}.new.${process.pid}.part`;
        try {
          await mkdir(dirname(current), { recursive: true }).catch(refuseWriting);
          await rm(part, { force: true });
          await fetchPart(source, months, part, machine.fetch, signal);
          const date = await checkedDate(part, database, inUse, now());
          if (date === inUse.date) return same;
          await replaceFile(current, previous, { path: part }).catch(refuseWriting);
          return { isNew: true, text: `${name}: now of ${date}` };
        } finally {
          await rm(part, { force: true }).catch(() => {});
        }
      },
    }),
  };
}

interface InUse {
  /** YYYY-MM-DD; null if there is none. */
  readonly date: string | null;
  /** The share of the sampled addresses that it knows. */
  known(): Promise<number>;
}

/** The database in use, opened for a comparison only: lookups keep what they have until they look for a newer one. */
async function databaseInUse(database: GeoDatabase, folder: string): Promise<InUse> {
  const databases = createGeoDatabases({ city: [], asn: [], [database]: editionsOf(database, null, folder) });
  const state = (await databases.state()).find((one) => one.database === database);
  return { date: state?.date ?? null, known: () => shareKnown(databases, database) };
}

/** The date of a new database, YYYY-MM-DD. @throws UpdateRefused if it may not replace the one in use */
async function checkedDate(part: string, database: GeoDatabase, inUse: InUse, nowMs: number): Promise<string> {
  const checked = await checkDatabase(part, database);
  const date = checked.date.slice(0, 10);
  const why = whyNotByDate(date, inUse.date, nowMs) ?? whySmaller(checked.known, await inUse.known());
  if (why !== null) throw new UpdateRefused(why);
  return date;
}

function whySmaller(known: number, knownInUse: number): string | null {
  if (known >= LEAST_SHARE * knownInUse) return null;
  return `It knows ${percent(known)} of the sampled addresses, and the copy at hand ${percent(knownInUse)}.`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** This month and the one before it, as YYYY-MM: the file of a month is not there from its first minute. */
function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  return [0, 1].map((back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );
}

async function fetchPart(
  source: string,
  months: readonly string[],
  part: string,
  fetch: Machine['fetch'],
  signal: AbortSignal,
): Promise<void> {
  if (!/^https?:\/\//i.test(source)) return readPart(source, part);
  if (fetch === null) throw new UpdateRefused('This machine fetches no files.');
  let status = 0;
  for (const url of MONTH.test(source) ? months.map((month) => source.replace(MONTH, month)) : [source]) {
    // Refusals of the content would otherwise be taken for failures of the connection.
    let refused: UpdateRefused | null = null;
    const into = (body: AsyncIterable<Buffer>) =>
      unpackDatabase(body, part, MAX_OCTETS).catch((error: unknown) => {
        if (error instanceof UpdateRefused) refused = error;
        throw error;
      });
    try {
      ({ status } = await fetch({ url, isOperators: true }, { ...LIMITS, into }, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (refused !== null) throw refused;
      if (!(error instanceof NetFailure)) throw error;
      throw new UpdateRefused(`The database cannot be fetched: ${error.reason}.`, { cause: error });
    }
    if (status === 200) return;
    if (status !== 404) break;
  }
  throw new UpdateRefused(`The server of the database answers with status ${status}.`);
}

async function readPart(path: string, part: string): Promise<void> {
  try {
    // A stream over a file that is not there would fail before anything listens to it.
    const source = (await open(path, 'r')).createReadStream();
    await unpackDatabase(source, part, MAX_OCTETS).finally(() => source.destroy());
  } catch (error) {
    if (error instanceof UpdateRefused || !(error instanceof Error && 'code' in error)) throw error;
    throw new UpdateRefused(`The file cannot be read: ${String(error.code)}.`, { cause: error });
  }
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MmdbMap } from './mmdb-values.ts';
import { createMmdbWriter } from './mmdb-writer.ts';
import { type NetworkRange, readRanges } from './range-csv.ts';

/*
 * Makes `dist/asn.mmdb` of the tables of the optional package @ip-location-db/asn, the size of a fifth
 * and ready to be searched. Without the package there is no file, and Sonde says that the database is not installed.
 */

const PACKAGE = 'node_modules/@ip-location-db/asn';
/** Versions end in year, month, day and hour of the data. */
const VERSION_DATE = /\.(\d{4})(\d{2})(\d{2})\d{2}$/;

const folder = findPackage(dirname(fileURLToPath(import.meta.url)));
const target = fileURLToPath(new URL('../dist/', import.meta.url));
mkdirSync(target, { recursive: true });
if (folder !== null) writeFileSync(join(target, 'asn.mmdb'), makeDatabase(folder));

function makeDatabase(source: string): Buffer {
  const writer = createMmdbWriter();
  const recordOf = createRecords();
  for (const name of ['asn-ipv4-num.csv', 'asn-ipv6-num.csv']) {
    for (const { first, last, asNumber, asName } of apart(readRanges(readFileSync(join(source, name), 'utf8')))) {
      writer.add(first, last, recordOf(asNumber, asName));
    }
  }
  return writer.finish({
    databaseType: 'Sonde-ASN',
    description: 'AS numbers and names; RouteViews, NRO and DB-IP data (CC BY 4.0)',
    builtAt: dateOf(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')).version),
  });
}

/** The same object for the same network, which the writer recognizes: a network has six ranges on average. */
function createRecords() {
  const last = new Map<number, MmdbMap>();
  return (asNumber: number, asName: string): MmdbMap => {
    const known = last.get(asNumber);
    if (known?.['autonomous_system_organization'] === asName) return known;
    const record = { autonomous_system_number: asNumber, autonomous_system_organization: asName };
    last.set(asNumber, record);
    return record;
  };
}

/** Two rows of the tables of June 2026 overlap: what both claim stays with the first. */
function* apart(ranges: Iterable<NetworkRange>): Generator<NetworkRange> {
  let free = 0n;
  for (const range of ranges) {
    const first = range.first < free ? free : range.first;
    if (first > range.last) continue;
    free = range.last + 1n;
    yield { ...range, first };
  }
}

function dateOf(version: string): Date {
  const [, year, month, day] = VERSION_DATE.exec(version) ?? [];
  if (year === undefined) throw new Error(`The version ${version} of ${PACKAGE} names no date.`);
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
}

function findPackage(from: string): string | null {
  const path = join(from, PACKAGE);
  if (existsSync(path)) return path;
  return dirname(from) === from ? null : findPackage(dirname(from));
}

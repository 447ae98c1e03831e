import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type MacRegistry, macRegistries } from '@sonde/contract';
import { type Machine, UpdateRefused } from '../../data/data.ts';
import { readSource, sourceName } from '../../data-sets/read-source.ts';
import { refuseWriting, whyNotByDate } from '../../data-sets/refusals.ts';
import { replaceFile } from '../../data-sets/set-file.ts';
import { NotARegistryFile, type RegistryRow, readRegistryFile } from '../../protocols/ieee-registry/registry-file.ts';
import { type Assignment, indexRegistry, type RegistryIndex, registryText } from './registry-text.ts';

const compress = promisify(brotliCompress);

/** Where the IEEE publishes its registries. It asks to fetch them rarely: once a week is enough. */
export const IEEE = 'https://standards-oui.ieee.org/';
const FILES = ['oui/oui.csv', 'oui28/mam.csv', 'oui36/oui36.csv', 'iab/iab.csv', 'cid/cid.csv'];
/** A device's address may start with any of them: a copy without one would give wrong names. */
const NEEDED: readonly MacRegistry[] = ['MA-L', 'MA-M', 'MA-S'];
/** Registries do not shrink: a smaller file is incomplete. */
const LEAST_SHARE = 0.9;
const LIMITS = { timeoutMs: 60_000, maxBytes: 32 * 1024 * 1024, accept: 'text/csv' };

export interface Refresh {
  readonly sources: readonly string[];
  /** Base address of the five files, if there are no sources. */
  readonly base: string;
  /** Path of the copy; null on a machine that stores nothing. */
  readonly file: string | null;
  readonly before: RegistryIndex | null;
  readonly fetch: Machine['fetch'];
  readonly signal: AbortSignal;
}

export interface Refreshed {
  readonly file: string;
  /** YYYY-MM-DD: the date of the oldest source. */
  readonly date: string;
  readonly counts: ReadonlyMap<MacRegistry, number>;
}

interface Source {
  readonly rows: readonly RegistryRow[];
  readonly date: string;
}

/** Reads all sources, and replaces the copy only if every one of them is complete. */
export async function refreshRegistry({ sources, base, file, before, fetch, signal }: Refresh): Promise<Refreshed> {
  if (file === null) throw new UpdateRefused('This machine has no data folder.');
  const read: Source[] = [];
  for (const source of sources.length === 0 ? FILES.map((path) => base + path) : sources)
    read.push(await readRows(source, fetch, signal));
  const assignments: Assignment[] = read.flatMap(({ rows }) => rows.map((row) => ({ ...row, country: '' })));
  const counts = countsOf(assignments);
  const missing = NEEDED.filter((registry) => !counts.has(registry));
  if (missing.length > 0) throw new UpdateRefused(`A file is missing: that of ${missing.join(', ')}.`);
  // Closed in 2014, so it no longer changes.
  if (!counts.has('IAB') && before !== null) {
    const kept = [...before.assignments()].filter(({ registry }) => registry === 'IAB');
    assignments.push(...kept.flatMap(({ prefix }) => before.find(prefix).filter(({ registry }) => registry === 'IAB')));
  }
  refuseSmaller(before, countsOf(assignments));
  const date = read.map((one) => one.date).sort()[0] ?? '';
  const why = whyNotByDate(date, before?.date ?? null, Date.now());
  if (why !== null) throw new UpdateRefused(why);
  await write(file, registryText(date, assignments));
  return { file, date, counts: countsOf(assignments) };
}

function refuseSmaller(before: RegistryIndex | null, counts: ReadonlyMap<MacRegistry, number>): void {
  const known = before === null ? new Map<MacRegistry, number>() : countsOf(before.assignments());
  for (const [registry, count] of counts) {
    const had = known.get(registry) ?? 0;
    if (count >= LEAST_SHARE * had) continue;
    throw new UpdateRefused(`${registry} has ${count} assignments, where the copy at hand has ${had}.`);
  }
}

function countsOf(assignments: Iterable<{ readonly registry: MacRegistry }>): Map<MacRegistry, number> {
  const counts = new Map<MacRegistry, number>();
  for (const { registry } of assignments) counts.set(registry, (counts.get(registry) ?? 0) + 1);
  return new Map(macRegistries.flatMap((one) => (counts.has(one) ? [[one, counts.get(one) ?? 0]] : [])));
}

/** The IEEE regenerates its files daily, so without a date from the server, today's applies. */
async function readRows(source: string, fetch: Machine['fetch'], signal: AbortSignal): Promise<Source> {
  const { octets, changedAtMs } = await readSource(source, fetch, LIMITS, signal);
  try {
    return { rows: readRegistryFile(octets.toString()), date: dayOf(changedAtMs ?? Date.now()) };
  } catch (error) {
    if (!(error instanceof NotARegistryFile)) throw error;
    throw new UpdateRefused(`${sourceName(source)}: ${error.message}`, { cause: error });
  }
}

/** Never later than today, whatever a clock shows. */
const dayOf = (ms: number) => new Date(Math.min(ms, Date.now())).toISOString().slice(0, 10);

/** The copy before the last refresh, which is used if the current one is damaged. */
export const previousOf = (file: string): string => `${file}.previous`;

/** Verified first, so that the existing copy cannot be lost. */
async function write(file: string, text: string): Promise<void> {
  indexRegistry(Buffer.from(text));
  const content = await compressedRegistry(text);
  await replaceFile(file, previousOf(file), content).catch(refuseWriting);
}

/** As written by the build and the refresh: quality 9 takes three times as long to save 5 %, and 11 half a minute. */
export function compressedRegistry(text: string): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 };
  return compress(text, { params });
}

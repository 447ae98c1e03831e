import { stat } from 'node:fs/promises';
import { type DataSlot, type Machine, UpdateRefused } from '../data/data.ts';
import type { DataOrigin, DataSet, DataSetFacts } from './data-set.ts';
import { readSource, type SourceLimits } from './read-source.ts';
import { refuseWriting, whyNotByDate } from './refusals.ts';
import { currentPath, type Disk, readSetFiles, writeSetFile } from './set-file.ts';

/** A compiled text, with its date. */
export interface CompiledText {
  /** When the publisher made it, ISO 8601. */
  readonly date: string;
  readonly text: string;
}

/** What differs between the sets that are kept as one compiled text. */
export interface StoredSetDefinition<Value> extends Pick<SourceLimits, 'maxBytes' | 'accept'> {
  readonly facts: DataSetFacts & { readonly everyDays: number };
  /** The names of the files below the base URL. */
  readonly files: readonly string[];
  /** For one source of the operator, all files: a signature beside it, for example. */
  filesOf(source: string): readonly string[];
  readonly bundled: CompiledText;
  /** Verifies the files and compiles them. @throws UpdateRefused */
  compile(files: readonly Buffer[]): CompiledText;
  /** @throws for a text that `compile` did not write */
  parse(compiled: CompiledText, origin: DataOrigin): Value;
  /** Why the new value is implausible after the one in use, in a sentence; null if it is plausible. */
  whyImplausible(before: Value, after: Value): string | null;
  /** For the operator: what the set contains. */
  summary(value: Value): string;
}

export interface StoredSet<Value> extends DataSet {
  /** The newest sound copy. Whoever has it keeps it, whatever is renewed meanwhile. */
  current(): Promise<Value>;
}

interface Known<Value> {
  readonly value: Value;
  readonly date: string;
  readonly origin: DataOrigin;
}

/** How often to check for a newer copy, which another process may have written. */
const LOOK_EVERY_MS = 60_000;
const TIMEOUT_MS = 60_000;

/** A slot for data that are bundled, and renewed in the data folder. */
export function storedSet<Value>(definition: StoredSetDefinition<Value>, disk?: Disk): DataSlot<StoredSet<Value>> {
  return { open: (machine) => openStoredSet(definition, machine, disk) };
}

function openStoredSet<Value>(
  definition: StoredSetDefinition<Value>,
  { dataFolder, fetch, sourceUrls, now }: Machine,
  disk: Disk | undefined,
): StoredSet<Value> {
  const { facts, files, maxBytes, accept } = definition;
  let known: Known<Value> | null = null;
  let [lookedAtMs, version] = [Number.NEGATIVE_INFINITY, ''];

  async function look(): Promise<Known<Value>> {
    if (known !== null && performance.now() - lookedAtMs < LOOK_EVERY_MS) return known;
    lookedAtMs = performance.now();
    const found = dataFolder === null ? '' : await versionOf(currentPath(dataFolder, facts.id));
    if (known === null || found !== version) known = await readNewest(definition, dataFolder);
    version = found;
    return known;
  }

  async function renew(sources: readonly string[], signal: AbortSignal) {
    if (dataFolder === null) throw new UpdateRefused('This machine has no data folder.');
    lookedAtMs = Number.NEGATIVE_INFINITY;
    const before = await look();
    const base = sourceUrls[facts.id] ?? facts.source;
    const read: Buffer[] = [];
    const named = sources.length === 1 ? definition.filesOf(sources[0] ?? '') : sources;
    for (const source of sources.length === 0 ? files.map((file) => base + file) : named)
      read.push((await readSource(source, fetch, { maxBytes, accept, timeoutMs: TIMEOUT_MS }, signal)).octets);
    const compiled = definition.compile(read);
    const value = definition.parse(compiled, 'updated');
    const why = whyNotByDate(compiled.date, before.date, now()) ?? definition.whyImplausible(before.value, value);
    if (why !== null) throw new UpdateRefused(why);
    if (compiled.date === before.date)
      return { isNew: false, text: `${facts.name}: still of ${compiled.date} (${definition.summary(value)})` };
    const file = { ...compiled, fetchedAt: new Date(now()).toISOString() };
    await writeSetFile(dataFolder, facts.id, file, disk).catch(refuseWriting);
    lookedAtMs = Number.NEGATIVE_INFINITY;
    return { isNew: true, text: `${facts.name}: now of ${compiled.date} (${definition.summary(value)})` };
  }

  return {
    facts,
    renew,
    current: async () => (await look()).value,
    copy: async () => {
      const { date, origin } = await look();
      return { date, origin };
    },
  };
}

/** The newest of the bundled copy and those in the data folder. */
async function readNewest<Value>(
  { facts, bundled, parse }: StoredSetDefinition<Value>,
  folder: string | null,
): Promise<Known<Value>> {
  let newest: Known<Value> = { value: parse(bundled, 'bundled'), date: bundled.date, origin: 'bundled' };
  for (const file of folder === null ? [] : await readSetFiles(folder, facts.id)) {
    if (!(Date.parse(file.date) > Date.parse(newest.date))) continue;
    try {
      newest = { value: parse(file, 'updated'), date: file.date, origin: 'updated' };
    } catch {
      // Written by another version: the next copy is used.
    }
  }
  return newest;
}

async function versionOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found === null ? 'none' : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

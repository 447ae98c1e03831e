import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { DataSlot, LocalData } from '../../data/data.ts';
import type { DataOrigin, DataSet } from '../../data-sets/data-set.ts';
import { IEEE, previousOf, type Refreshed, refreshRegistry } from './refresh.ts';
import { OLD_AFTER_DAYS } from './registrations.ts';
import { indexRegistry, type RegistryIndex } from './registry-text.ts';

const decompress = promisify(brotliDecompress);

const FILE = 'mac-registry.txt.br';
/** Far above today's 5 MB: limits the memory that a wrong file can use. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger than the whole text, so that it is decompressed into one piece instead of many to be copied. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** How often to check for a newer copy by the operator. */
const LOOK_EVERY_MS = 60_000;

/** The copy in use. */
interface RegistryCopy {
  readonly registry: RegistryIndex;
  readonly origin: DataOrigin;
}

export interface MacRegistryData {
  /** The same as `current`, with where it comes from. */
  copy(): Promise<RegistryCopy | null>;
  /** The registry on this machine; null if no copy of it can be read. Never rejects. */
  current(): Promise<RegistryIndex | null>;
  /**
   * Replaces the copy in the data folder by the IEEE's files, or changes nothing.
   * @param sources paths and URLs; if empty, the addresses of the IEEE
   * @throws UpdateRefused with a sentence for the operator
   */
  refresh(sources: readonly string[], signal: AbortSignal): Promise<Refreshed>;
}

/**
 * The newer of two copies: the one in the data folder, renewed by the operator, and the bundled one. Read at the first
 * lookup, and again when the copy in the data folder has changed.
 */
export const macRegistry: DataSlot<MacRegistryData> = {
  open({ dataFolder, fetch, findBundled, sourceUrls }) {
    const own = dataFolder === null ? null : join(dataFolder, FILE);
    const copy = keptCopy(own, () => readNewest(own, findBundled(FILE)));
    const current = async () => (await copy())?.registry ?? null;
    return {
      copy,
      current,
      refresh: async (sources, signal) =>
        refreshRegistry({
          sources,
          base: sourceUrls['mac'] ?? IEEE,
          file: own,
          before: await current(),
          fetch,
          signal,
        }),
    };
  },
};

/** As part of the data sets that `sonde update` and the server renew. */
export function macDataSet(data: LocalData): DataSet {
  return {
    facts: {
      id: 'mac',
      name: 'MAC addresses',
      publisher: 'IEEE Registration Authority',
      source: IEEE,
      licence: 'public registry',
      oldAfterDays: OLD_AFTER_DAYS,
      expiredAfterDays: null,
      everyDays: 7,
    },
    async copy() {
      const copy = await data.of(macRegistry).copy();
      return copy === null ? null : { date: copy.registry.date, origin: copy.origin };
    },
    async renew(sources, signal) {
      const { date, counts } = await data.of(macRegistry).refresh(sources, signal);
      const listed = [...counts].map(([registry, count]) => `${registry} ${count}`);
      return { isNew: true, text: `MAC addresses: now of ${date} (${listed.join(', ')})` };
    },
  };
}

function keptCopy(own: string | null, read: () => Promise<RegistryCopy | null>): MacRegistryData['copy'] {
  let known: Promise<RegistryCopy | null> | null = null;
  let [lookedAtMs, version] = [Number.NEGATIVE_INFINITY, ''];
  return async () => {
    if (performance.now() - lookedAtMs > LOOK_EVERY_MS) {
      lookedAtMs = performance.now();
      const found = await versionOf(own);
      if (found !== version) [known, version] = [null, found];
    }
    known ??= read();
    return known;
  };
}

async function versionOf(path: string | null): Promise<string> {
  const found = path === null ? null : await stat(path).catch(() => null);
  return found === null ? 'none' : `${found.mtimeMs} ${found.size}`;
}

async function readNewest(own: string | null, bundled: string | null): Promise<RegistryCopy | null> {
  let newest: RegistryCopy | null = null;
  for (const path of [own, own && previousOf(own), bundled]) {
    const registry = path === null ? null : await readRegistry(path);
    // With equal dates, the operator's copy wins: it may have more registries.
    if (registry !== null && (newest === null || registry.date > newest.registry.date))
      newest = { registry, origin: path === bundled ? 'bundled' : 'updated' };
  }
  return newest;
}

/** Null for a file that is missing, truncated or of another kind: then the other copy is used, or there is a gap. */
async function readRegistry(path: string): Promise<RegistryIndex | null> {
  try {
    const limits = { maxOutputLength: MAX_BYTES, chunkSize: CHUNK_BYTES };
    return indexRegistry(await decompress(await readFile(path), limits));
  } catch {
    return null;
  }
}

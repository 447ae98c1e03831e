import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { DataSlot, DataUpdate } from '../../data/data.ts';
import { type Refreshed, refreshRegistry } from './refresh.ts';
import { indexRegistry, type RegistryIndex } from './registry-text.ts';

const decompress = promisify(brotliDecompress);

const FILE = 'mac-registry.txt.br';
/** Far above today's 5 MB: limits the memory that a wrong file can use. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger than the whole text, so that it is decompressed into one piece instead of many to be copied. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** How often to check for a newer copy by the operator. */
const LOOK_EVERY_MS = 60_000;

export interface MacRegistryData {
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
  open({ dataFolder, fetch, findBundled }) {
    const own = dataFolder === null ? null : join(dataFolder, FILE);
    const current = keptCopy(own, () => readNewest([own, findBundled(FILE)]));
    return {
      current,
      refresh: async (sources, signal) =>
        refreshRegistry({ sources, file: own, before: await current(), fetch, signal }),
    };
  },
};

/** Used by `sonde update mac`. */
export const updateMacRegistry: DataUpdate = async (data, sources, signal) => {
  const { file, date, counts } = await data.of(macRegistry).refresh(sources, signal);
  const listed = [...counts].map(([registry, count]) => `${registry} ${count}`);
  return `${file}: assignments as of ${date} (${listed.join(', ')})`;
};

function keptCopy(own: string | null, read: () => Promise<RegistryIndex | null>): MacRegistryData['current'] {
  let known: Promise<RegistryIndex | null> | null = null;
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

async function readNewest(paths: readonly (string | null)[]): Promise<RegistryIndex | null> {
  let newest: RegistryIndex | null = null;
  for (const path of paths) {
    const copy = path === null ? null : await readRegistry(path);
    // With equal dates, the operator's copy wins: it may have more registries.
    if (copy !== null && (newest === null || copy.date > newest.date)) newest = copy;
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

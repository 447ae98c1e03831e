import { open as openFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, constants } from 'node:zlib';
import type { DataSlot, LocalData } from '../../data/data.ts';
import type { DataOrigin, DataSet } from '../../data-sets/data-set.ts';
import { IEEE, previousOf, type Refreshed, refreshRegistry } from './refresh.ts';
import { OLD_AFTER_DAYS } from './registrations.ts';
import { indexRegistry, type RegistryIndex, readHeader } from './registry-text.ts';

const decompress = promisify(brotliDecompress);

const FILE = 'mac-registry.txt.br';
/** Far above today's 5 MB: limits the memory that a wrong file can use. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Larger than the whole text, so that it is decompressed into one piece instead of many to be copied. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** Of the compressed file: more than its first line takes. */
const HEAD_BYTES = 16 * 1024;
/** How often to check for a newer copy by the operator. */
const LOOK_EVERY_MS = 60_000;

/** A copy, as far as it has been read. */
interface ReadCopy<Found> {
  readonly found: Found;
  readonly origin: DataOrigin;
}

/** Where a copy comes from, and its date. */
interface CopyFacts {
  readonly date: string;
  readonly origin: DataOrigin;
}

export interface MacRegistryData {
  /**
   * The date and origin of the copy in use; null if there is none. Until a lookup has read it, they are those of the first lines
   * alone: the whole text takes 8 MB of memory, which a server that is never asked for an address does not need.
   */
  facts(): Promise<CopyFacts | null>;
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
    const bundled = findBundled(FILE);
    const head = keptCopy(own, () => newestOf(own, bundled, readHead));
    const whole = keptCopy(own, () => newestOf(own, bundled, readRegistry));
    let isAsked = false;
    const current = async () => {
      isAsked = true;
      return (await whole())?.found ?? null;
    };
    return {
      facts: async () => {
        const copy = await (isAsked ? whole() : head());
        return copy === null ? null : { date: copy.found.date, origin: copy.origin };
      },
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
    copy: () => data.of(macRegistry).facts(),
    async renew(sources, signal) {
      const { date, counts } = await data.of(macRegistry).refresh(sources, signal);
      const listed = [...counts].map(([registry, count]) => `${registry} ${count}`);
      return { isNew: true, text: `MAC addresses: now of ${date} (${listed.join(', ')})` };
    },
  };
}

/** Reads anew when the operator's file has changed. */
function keptCopy<Copy>(own: string | null, read: () => Promise<Copy | null>): () => Promise<Copy | null> {
  let known: Promise<Copy | null> | null = null;
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

/** With equal dates, the operator's copy wins: it may have more registries. */
async function newestOf<Found extends { readonly date: string }>(
  own: string | null,
  bundled: string | null,
  read: (path: string) => Promise<Found>,
): Promise<ReadCopy<Found> | null> {
  let newest: ReadCopy<Found> | null = null;
  for (const path of [own, own && previousOf(own), bundled]) {
    // Null for a file that is missing, cut off or of another kind: then the other copy is used, or there is a gap.
    const found = path === null ? null : await read(path).catch(() => null);
    if (found !== null && (newest === null || found.date > newest.found.date))
      newest = { found, origin: path === bundled ? 'bundled' : 'updated' };
  }
  return newest;
}

async function readRegistry(path: string): Promise<RegistryIndex> {
  const limits = { maxOutputLength: MAX_BYTES, chunkSize: CHUNK_BYTES };
  return indexRegistry(await decompress(await readFile(path), limits));
}

async function readHead(path: string): Promise<{ readonly date: string }> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    // Not an error, although the end of the compressed text is missing.
    const limits = { maxOutputLength: MAX_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };
    return readHeader(await decompress(buffer.subarray(0, bytesRead), limits));
  } finally {
    await file.close();
  }
}

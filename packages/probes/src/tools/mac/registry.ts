import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { DataSlot } from '../../data/data.ts';
import { indexRegistry, type RegistryIndex } from './registry-text.ts';

const decompress = promisify(brotliDecompress);

const FILE = 'mac-registry.txt.br';
/** Far above the 5 MB of today: a file that is not ours must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The registry as it is on this machine; null where no copy of it can be read. Never rejects. */
export type MacRegistrySource = () => Promise<RegistryIndex | null>;

/**
 * The newer of two copies: the one in the data folder, which the operator renews, and the one that comes with the product.
 * Read at the first lookup.
 */
export const macRegistry: DataSlot<MacRegistrySource> = {
  open({ dataFolder, findBundled }) {
    let known: Promise<RegistryIndex | null> | null = null;
    return () => {
      known ??= readNewest([dataFolder && join(dataFolder, FILE), findBundled(`@sonde/probes/dist/${FILE}`)]);
      return known;
    };
  },
};

async function readNewest(paths: readonly (string | null)[]): Promise<RegistryIndex | null> {
  const copies = await Promise.all(paths.map((path) => (path === null ? null : readRegistry(path))));
  const known = copies.filter((copy) => copy !== null);
  return known.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0] ?? null;
}

/** Null for a file that is missing, cut off or of another kind: then the other copy is used, or a gap says so. */
async function readRegistry(path: string): Promise<RegistryIndex | null> {
  try {
    return indexRegistry(await decompress(await readFile(path), { maxOutputLength: MAX_BYTES }));
  } catch {
    return null;
  }
}

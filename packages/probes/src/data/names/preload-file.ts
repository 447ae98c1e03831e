import { readFile, stat } from 'node:fs/promises';
import { type PreloadList, readPreloadList } from '../../protocols/hsts-preload/preload-list.ts';

/** The list has 15 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the operator's copy of Chromium's list of preloaded hosts at its first use, and again when the file has changed.
 * @returns null if no file is configured; rejects if it cannot be read, is too large, or is no such list
 */
export function createPreloadFile(path: string | null): () => Promise<PreloadList | null> {
  let known: { readonly changedAtMs: number; readonly list: Promise<PreloadList> } | null = null;
  return async () => {
    if (path === null) return null;
    const { mtimeMs, size } = await stat(path);
    if (size > MAX_BYTES) throw new RangeError(`${path} is larger than ${MAX_BYTES} bytes`);
    if (known?.changedAtMs !== mtimeMs) known = { changedAtMs: mtimeMs, list: listIn(path) };
    return known.list;
  };
}

async function listIn(path: string): Promise<PreloadList> {
  const list = readPreloadList(await readFile(path, 'utf8'));
  if (list === null) throw new TypeError(`${path} is not Chromium’s list of preloaded hosts`);
  return list;
}

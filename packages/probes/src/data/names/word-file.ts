import { readFile, stat } from 'node:fs/promises';

/** A million words of eight letters; a search has no time for more. */
const MAX_BYTES = 9 * 1024 * 1024;

/**
 * Reads a word list, one word per line; text after `#` is a comment. The file is read again when it has changed.
 * @returns null if no file is configured
 */
export function createWordFile(path: string | null): () => Promise<readonly string[] | null> {
  let known: { readonly changedAtMs: number; readonly words: readonly string[] } | null = null;
  return async () => {
    if (path === null) return null;
    const { mtimeMs, size } = await stat(path);
    if (size > MAX_BYTES) throw new RangeError(`${path} is larger than ${MAX_BYTES} bytes`);
    if (known?.changedAtMs !== mtimeMs) known = { changedAtMs: mtimeMs, words: wordsIn(await readFile(path, 'utf8')) };
    return known.words;
  };
}

function wordsIn(text: string): string[] {
  const words = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase());
  return [...new Set(words)].filter((word) => word !== '');
}

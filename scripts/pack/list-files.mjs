import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Replaces the package `glob`, of which the server needs one function: list every file below a folder, with exceptions.
 * @param {string} _pattern always all files
 * @param {{cwd: string, ignore: readonly string[]}} options `ignore` has names, `folder/**` and `**` + `/*.ending`.
 * @returns {Promise<string[]>}
 */
export async function glob(_pattern, { cwd, ignore }) {
  const isIgnored = (path) => ignore.some((pattern) => matches(path, pattern));
  const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(cwd, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !isIgnored(path));
}

function matches(path, pattern) {
  if (pattern.startsWith('**/*')) return path.endsWith(pattern.slice('**/*'.length));
  return pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -'**'.length)) : path === pattern;
}

import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Bootstrap, parseBootstrap } from '../../protocols/rdap/bootstrap.ts';

/** A bootstrap file as it was fetched last. */
export interface KeptFile {
  readonly text: string;
  readonly fetchedAtMs: number;
  /** The server's entity tag, for asking whether there is a newer one. */
  readonly etag: string | null;
}

/** The last good copy on disk with what it says, or null: whatever else lies there counts for nothing. */
export async function readKept(path: string): Promise<{ kept: KeptFile; bootstrap: Bootstrap } | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    const bootstrap = isKept(value) ? parseBootstrap(value.text) : null;
    return isKept(value) && bootstrap !== null ? { kept: value, bootstrap } : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { text, fetchedAtMs, etag } = value as Partial<Record<keyof KeptFile, unknown>>;
  return typeof text === 'string' && Number.isFinite(fetchedAtMs) && (etag === null || typeof etag === 'string');
}

/**
 * Puts a copy in the place of the last, whole or not at all. Without a place to keep it, it is fetched again next time:
 * the data folder itself is the server's to make, so that a command leaves no folder wherever it is typed.
 */
export async function keep(path: string, kept: KeptFile): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    const folder = dirname(path);
    await access(dirname(folder));
    await mkdir(folder, { recursive: true });
    await writeFile(part, JSON.stringify(kept));
    await rename(part, path);
  } catch {}
}

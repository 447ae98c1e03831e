import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Bootstrap, parseBootstrap } from '../../protocols/rdap/bootstrap.ts';

/** The bootstrap file of the last successful fetch. */
export interface StoredFile {
  readonly text: string;
  readonly fetchedAtMs: number;
  /** The server's entity tag, for conditional requests. */
  readonly etag: string | null;
}

/** The last good copy on disk and its content, or null when there is none or it is malformed. */
export async function readStored(path: string): Promise<{ stored: StoredFile; bootstrap: Bootstrap } | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    const bootstrap = isStored(value) ? parseBootstrap(value.text) : null;
    return isStored(value) && bootstrap !== null ? { stored: value, bootstrap } : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is StoredFile {
  if (typeof value !== 'object' || value === null) return false;
  const { text, fetchedAtMs, etag } = value as Partial<Record<keyof StoredFile, unknown>>;
  return typeof text === 'string' && Number.isFinite(fetchedAtMs) && (etag === null || typeof etag === 'string');
}

/**
 * Replaces the stored copy atomically. Without a data folder, the file is fetched again next time: only the server creates that
 * folder, so that the command line never creates one in the current directory.
 */
export async function store(path: string, stored: StoredFile): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    const folder = dirname(path);
    await access(dirname(folder));
    await mkdir(folder, { recursive: true });
    await writeFile(part, JSON.stringify(stored));
    await rename(part, path);
  } catch {}
}

import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../tables.ts';

export const databaseFile = (dataDir: string) => join(dataDir, 'sonde.db');

/** Creates the data folder if it is missing. Rejects if the folder or the database file is not writable. */
export async function prepareFolder(dataDir: string): Promise<void> {
  const writable = constants.R_OK | constants.W_OK;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await access(dataDir, writable);
  await access(databaseFile(dataDir), writable).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * Opens the database file in a worker thread. With the write-ahead log, a commit survives any end of this process; a power
 * cut may lose the last commits, but never leaves half of one. `onLost` is called when the thread has ended and the
 * database must be opened again.
 */
export async function openEmbedded(dataDir: string, onLost: () => void): Promise<Database> {
  // Loaded only when accounts are used.
  const [{ Kysely }, { askUntilUnlocked, embeddedDialect }, { startEmbeddedThread }] = await Promise.all([
    import('kysely'),
    import('./embedded-dialect.ts'),
    import('./embedded-thread.ts'),
  ]);
  await prepareFolder(dataDir);
  const thread = startEmbeddedThread(onLost);
  try {
    await askUntilUnlocked(thread.ask, { kind: 'open', path: databaseFile(dataDir) });
  } catch (error) {
    await thread.close();
    throw error;
  }
  return new Kysely({ dialect: embeddedDialect(thread) });
}

/** Checks the whole file in a separate thread. Returns null if it is intact, otherwise SQLite's message. */
export async function inspectEmbedded(dataDir: string): Promise<string | null> {
  const { startEmbeddedThread } = await import('./embedded-thread.ts');
  const thread = startEmbeddedThread(() => {});
  try {
    await thread.ask({ kind: 'open', path: databaseFile(dataDir) });
    const { rows } = await thread.ask({ kind: 'read', sql: 'PRAGMA quick_check(1)', parameters: [] }, INSPECT_MS);
    const [found] = Object.values(rows[0] ?? {});
    return found === 'ok' ? null : String(found);
  } finally {
    await thread.close();
  }
}

/** Enough for a database of the maximum size on a slow disk. */
const INSPECT_MS = 120_000;

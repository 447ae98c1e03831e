import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './tables.ts';

/** How long to wait for another process that writes. */
const BUSY_MS = 1_000;

export const databaseFile = (dataDir: string) => join(dataDir, 'sonde.db');

/** Makes the folder for what is kept, if there is none. Rejects when nothing could be kept there. */
export async function prepareFolder(dataDir: string): Promise<void> {
  const writable = constants.R_OK | constants.W_OK;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await access(dataDir, writable);
  await access(databaseFile(dataDir), writable).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

/**
 * The database in a file of its own. With the write-ahead log a commit outlives the end of this process, however it
 * ends; a power cut may take the last commits and never half of one.
 */
export async function openEmbedded(dataDir: string): Promise<Database> {
  // Only who has an account pays for loading them.
  const [{ default: SqliteFile }, { Kysely, SqliteDialect }] = await Promise.all([import('libsql'), import('kysely')]);
  await prepareFolder(dataDir);
  const path = databaseFile(dataDir);
  const file = new SqliteFile(path, { timeout: BUSY_MS });
  try {
    await chmod(path, 0o600);
    for (const setting of ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON']) {
      file.exec(`PRAGMA ${setting}`);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  return new Kysely({ dialect: new SqliteDialect({ database: { prepare: (sql) => file.prepare(sql), close } }) });

  function close(): void {
    // libsql leaves the log as it is. After an orderly end everything is in the one file, for whoever copies it.
    try {
      file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // A disk that is full: the log keeps what it has.
    }
    file.close();
  }
}

import { chmodSync, closeSync, openSync } from 'node:fs';
import SqliteFile from 'libsql';

/** How long the copy waits for a lock of another process. */
const BUSY_MS = 5_000;

/**
 * Copies a database that may be in use: SQLite reads one state of it, and writes a new file without its write-ahead log. The call
 * blocks this thread.
 * @throws SQLite's error, also if a page is damaged
 */
export function copyDatabase(from: string, to: string): void {
  // SQLite writes into an empty file, but would make one that others may read.
  closeSync(openSync(to, 'wx', 0o600));
  const source = new SqliteFile(from, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
  try {
    source.prepare<[string]>('VACUUM INTO ?').run(to);
  } finally {
    source.close();
  }
  chmodSync(to, 0o600);
}

/** Opens a database file that nothing else uses. */
export function openReader(path: string): SqliteFile.Database {
  return new SqliteFile(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
}

/** What SQLite says of a file that is not intact; null if it is. */
export function damageOf(path: string): string | null {
  try {
    return read(path, (reader) => {
      const [found] = Object.values((reader.prepare('PRAGMA quick_check(1)').all([])[0] ?? {}) as object);
      return found === 'ok' ? null : String(found);
    });
  } catch (error) {
    return String((error as Error).message);
  }
}

/** The names of the migrations that a file has had. */
export function migrationsOfFile(path: string): readonly string[] {
  const names = 'select name from kysely_migration order by name';
  return read(path, (reader) => (reader.prepare(names).all([]) as { name: string }[]).map(({ name }) => name));
}

function read<T>(path: string, work: (reader: SqliteFile.Database) => T): T {
  const reader = openReader(path);
  try {
    return work(reader);
  } finally {
    reader.close();
  }
}

/** A table of a database file. */
export interface FileTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** All tables with data of Sonde, in the order in which they were created: none refers to a later one. */
export function tablesOf(reader: SqliteFile.Database): readonly FileTable[] {
  const names = reader
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite!_%' escape '!'
      and name not like 'kysely!_%' escape '!' order by rowid`)
    .all([]) as { name: string }[];
  return names.map(({ name }) => ({
    name,
    columns: (reader.prepare(`PRAGMA table_info("${name}")`).all([]) as { name: string }[]).map((one) => one.name),
  }));
}

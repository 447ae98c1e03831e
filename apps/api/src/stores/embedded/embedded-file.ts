import { chmodSync } from 'node:fs';
import SqliteFile from 'libsql';
import type { EmbeddedResult, EmbeddedWork } from './embedded-messages.ts';

/** 1 GiB in pages of 4 KiB: accounts must not fill a disk shared with other programs. Beyond it, SQLITE_FULL. */
const MAX_PAGES = 262_144;
/** Size to which a checkpoint truncates the write-ahead log. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;
const NOTHING: EmbeddedResult = { rows: [], changes: null };

/** A database file, opened by the thread that owns it. All methods are synchronous. */
export interface EmbeddedFile {
  /** @throws SQLite's error with its `code`; `SQLITE_BUSY` immediately while another process holds the lock. */
  run(work: Exclude<EmbeddedWork, { kind: 'open' | 'close' }>): EmbeddedResult;
  close(): void;
}

/**
 * Opens two connections, so that reads see committed data and never wait for an open write transaction. Neither has a
 * busy timeout: the caller retries, so that a lock held by another process delays no other statement.
 */
export function openEmbeddedFile(path: string): EmbeddedFile {
  const writer = openConnection(path, [`max_page_count = ${MAX_PAGES}`]);
  chmodSync(path, 0o600);
  let reader = openConnection(path, ['query_only = ON']);

  function read(sql: string, parameters: readonly unknown[]): EmbeddedResult {
    try {
      return execute(reader, sql, parameters);
    } catch (error) {
      // libsql 0.5 does not reset a statement that failed with SQLITE_BUSY; the connection would keep reading an old state.
      if (!isBusy(error)) throw error;
      reader.close();
      reader = openConnection(path, ['query_only = ON']);
      throw error;
    }
  }
  return {
    run(work) {
      if (work.kind === 'read') return read(work.sql, work.parameters);
      if (work.kind === 'step') return execute(writer, work.sql, work.parameters);
      if (work.kind === 'write') return writeAlone(writer, work.sql, work.parameters);
      if (work.kind === 'begin') begin(writer);
      else if (work.kind === 'commit') writer.exec('COMMIT');
      else rollBack(writer);
      return NOTHING;
    },
    close() {
      reader.close();
      closeWriter(writer);
    },
  };
}

function openConnection(path: string, more: readonly string[]): SqliteFile.Database {
  const connection = new SqliteFile(path, { timeout: 0 });
  const settings = ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON'];
  try {
    for (const setting of [...settings, `journal_size_limit = ${MAX_LOG_BYTES}`, ...more]) {
      connection.exec(`PRAGMA ${setting}`);
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function execute(connection: SqliteFile.Database, sql: string, parameters: readonly unknown[]): EmbeddedResult {
  // The array is passed whole: a single null argument would be taken for an object of named parameters.
  const statement = connection.prepare<[readonly unknown[]]>(sql);
  if (statement.reader) return { rows: statement.all(parameters), changes: null };
  return { rows: [], changes: statement.run(parameters).changes };
}

/** Uses `exec`, which finalizes its statement; a prepared statement would stay in progress after SQLITE_BUSY. */
const begin = (writer: SqliteFile.Database) => writer.exec('BEGIN IMMEDIATE');

function rollBack(writer: SqliteFile.Database): void {
  // After some failures, such as a full disk, SQLite has already rolled back.
  if (writer.inTransaction) writer.exec('ROLLBACK');
}

function writeAlone(writer: SqliteFile.Database, sql: string, parameters: readonly unknown[]): EmbeddedResult {
  begin(writer);
  try {
    const result = execute(writer, sql, parameters);
    writer.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(writer);
    throw error;
  }
}

function closeWriter(writer: SqliteFile.Database): void {
  // libsql does not empty the write-ahead log on close. Backups need only one file after a clean shutdown.
  try {
    writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The disk is full, or another process is reading: the data stays in the log.
  }
  writer.close();
}

const isBusy = (error: unknown) => String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');

import { sql } from 'kysely';
import SqliteFile from 'libsql';
import { type FileTable, tablesOf } from './embedded/database-copy.ts';
import type { Database } from './tables.ts';

/* Copies of all rows between PostgreSQL and a file of SQLite, whose tables are the same. */

/** One row may have a megabyte. */
const ROWS_AT_ONCE = 20;

type Value = string | number | Uint8Array | null;
type Row = Readonly<Record<string, Value>>;
/** libsql returns octets as a buffer without a view. */
type FileRow = Readonly<Record<string, Value | ArrayBuffer>> & { readonly sqlite_rowid: number };

/** Copies one state of the database into a file that has its tables, and no rows. */
export async function copyToFile(db: Database, path: string, signal: AbortSignal): Promise<void> {
  const file = new SqliteFile(path);
  try {
    file.exec('PRAGMA synchronous = OFF');
    file.exec('BEGIN');
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        for (const table of tablesOf(file)) await readTable(transaction, file, table, signal);
      });
    file.exec('COMMIT');
    file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    file.exec('PRAGMA journal_mode = DELETE');
  } finally {
    file.close();
  }
}

async function readTable(
  transaction: Database,
  file: SqliteFile.Database,
  { name, columns }: FileTable,
  signal: AbortSignal,
): Promise<void> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare rows_of_table no scroll cursor for select ${wanted} from ${sql.table(name)}`.execute(transaction);
  const places = columns.map(() => '?').join(', ');
  const insert = file.prepare<[readonly unknown[]]>(
    `insert into "${name}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${places})`,
  );
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from rows_of_table`.execute(transaction);
    for (const row of rows) insert.run(columns.map((column) => row[column] ?? null));
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close rows_of_table`.execute(transaction);
}

/** The names of tables of the database that have rows. */
export async function filledTables(db: Database, tables: readonly FileTable[]): Promise<readonly string[]> {
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/** Inserts all rows of a file. */
export async function copyFromFile(
  transaction: Database,
  file: SqliteFile.Database,
  { name, columns }: FileTable,
  signal: AbortSignal,
): Promise<void> {
  const page = file.prepare<[readonly unknown[]]>(
    `select rowid as sqlite_rowid, * from "${name}" where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`,
  );
  const into = sql.join(columns.map((column) => sql.ref(column)));
  let after = 0;
  for (;;) {
    signal.throwIfAborted();
    const rows = page.all([after]) as FileRow[];
    if (rows.length === 0) return;
    const values = sql.join(rows.map((row) => sql`(${sql.join(columns.map((column) => toValue(row[column])))})`));
    await sql`insert into ${sql.table(name)} (${into}) values ${values}`.execute(transaction);
    after = rows.at(-1)?.sqlite_rowid ?? 0;
  }
}

const toValue = (value: Value | ArrayBuffer | undefined): Value =>
  value instanceof ArrayBuffer ? Buffer.from(value) : (value ?? null);

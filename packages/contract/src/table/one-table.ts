import type { Table } from './table.ts';

/**
 * Several tables as one, which spreadsheets and other programs for CSV can read: the first column names the table, and every column
 * of any of them follows. A single table stays as it is.
 */
export function oneTable(tables: readonly Table[]): readonly Table[] {
  if (tables.length < 2) return tables;
  const columns = [...new Set(tables.flatMap((table) => table.columns))];
  const rows = tables.flatMap((table) =>
    table.rows.map((row) => [table.title, ...columns.map((name) => row[table.columns.indexOf(name)] ?? '')]),
  );
  return [{ title: '', columns: ['Table', ...columns], rows }];
}

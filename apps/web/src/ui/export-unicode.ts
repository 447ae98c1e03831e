import { toUnicodeName } from '@sonde/contract/target/unicode-name';
import type { ExportTable } from './export-formats.ts';

const TITLE = 'Unicode';
const NAME = /[a-z\d._-]*xn--[a-z\d.-]+/g;

/**
 * Tables for another program keep names as DNS has them. Where a row holds an IDN, a last column has its Unicode spelling;
 * tables without any stay as they are.
 */
export function withUnicodeNames(tables: readonly ExportTable[]): readonly ExportTable[] {
  return tables.map((table) => {
    const names = table.rows.map(unicodeNames);
    if (names.every((text) => text === '')) return table;
    return {
      ...table,
      titles: [...table.titles, TITLE],
      rows: table.rows.map((row, index) => [...row, names[index] ?? '']),
    };
  });
}

function unicodeNames(row: readonly string[]): string {
  const found = row.flatMap((cell) => cell.match(NAME) ?? []);
  const unicode = found.flatMap((name) => toUnicodeName(name.replace(/\.$/, '')) ?? []);
  return [...new Set(unicode)].join(', ');
}

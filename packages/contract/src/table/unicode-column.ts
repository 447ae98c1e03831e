import { toUnicodeName } from '../targets/unicode-name.ts';
import type { Table } from './table.ts';

const COLUMN = 'Unicode';
const NAME = /[a-z\d._-]*xn--[a-z\d.-]+/g;

/** Names in exported tables stay A-labels. If a row contains an IDN, an additional last column holds its Unicode spelling. */
export function withUnicodeNames(tables: readonly Table[]): readonly Table[] {
  return tables.map((table) => {
    const names = table.rows.map(unicodeNames);
    if (names.every((text) => text === '')) return table;
    return {
      ...table,
      columns: [...table.columns, COLUMN],
      rows: table.rows.map((row, index) => [...row, names[index] ?? '']),
    };
  });
}

function unicodeNames(row: readonly string[]): string {
  const found = row.flatMap((cell) => cell.match(NAME) ?? []);
  const unicode = found.flatMap((name) => toUnicodeName(name.replace(/\.$/, '')) ?? []);
  return [...new Set(unicode)].join(', ');
}

import { toUnicodeName } from '../targets/unicode-name.ts';
import type { Table } from './table.ts';

const COLUMN = 'Unicode';
/** What may be a name: a pattern that asks for `xn--` inside it would take quadratic time for a long text without one. */
const WORD = /[a-z\d._-]+/g;

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
  const found = row.flatMap((cell) => (cell.includes('xn--') ? (cell.match(WORD) ?? []) : []));
  const unicode = found.flatMap((name) => toUnicodeName(name.replace(/\.$/, '')) ?? []);
  return [...new Set(unicode)].join(', ');
}

import { csvCell } from '../escaping/csv-cell.ts';
import { markdownCell, markdownCode, markdownTitle } from '../escaping/markdown-text.ts';
import { oneTable } from './one-table.ts';
import type { Table } from './table.ts';

/** The data as received, with a final newline. */
export function toJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** One table in any case, since a file of CSV has only one; RFC 4180 quoting and line ends. */
export function toCsv(tables: readonly Table[]): string {
  const lines = oneTable(tables).flatMap(({ columns, rows }) => [columns, ...rows]);
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Formats tables as Markdown. Cells are code spans, so that nothing in a record becomes a link, an image or markup. */
export function toMarkdown(heading: string, tables: readonly Table[]): string {
  const blocks = tables.map(({ title, columns, rows }) =>
    [
      `### ${markdownTitle(title)}`,
      '',
      markdownRow(columns.map(markdownTitle)),
      markdownRow(columns.map(() => '---')),
      ...rows.map((cells) => markdownRow(cells.map(markdownCell))),
      '',
    ].join('\n'),
  );
  return [`## ${markdownCode(heading)}`, '', ...blocks].join('\n');
}

const markdownRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

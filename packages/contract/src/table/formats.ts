import { csvCell } from '../escaping/csv-cell.ts';
import { markdownCell, markdownCode, markdownTitle } from '../escaping/markdown-text.ts';
import type { Table } from './table.ts';

/** The data as received, with a final newline. */
export function toJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** One block per table, each with its title if there are several; RFC 4180 quoting and line ends. */
export function toCsv(tables: readonly Table[]): string {
  const blocks = tables.map(({ title, columns, rows }) => {
    const lines = tables.length > 1 ? [[title], columns, ...rows] : [columns, ...rows];
    return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  });
  return blocks.join('\r\n');
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

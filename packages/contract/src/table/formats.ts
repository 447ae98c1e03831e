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

/** Characters that start a formula in a spreadsheet. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Negative numbers stay numbers. Values with a plus sign become text, since phone numbers would lose it. */
const NUMBER = /^-\d+(\.\d+)?$/;

/**
 * Quotes a cell. An apostrophe turns possible formulas into text: spreadsheets would evaluate them, and records may be
 * hostile.
 */
function csvCell(text: string): string {
  const isFormula = FORMULA_START.test(text) && !NUMBER.test(text);
  const harmless = isFormula ? `'${text}` : text;
  const mustQuote = harmless !== text || /[",\r\n]/.test(harmless);
  return mustQuote ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Formats tables as Markdown. Cells are code spans, so that nothing in a record becomes a link, an image or markup. */
export function toMarkdown(heading: string, tables: readonly Table[]): string {
  const blocks = tables.map(({ title, columns, rows }) =>
    [
      `### ${title}`,
      '',
      markdownRow(columns),
      markdownRow(columns.map(() => '---')),
      ...rows.map((cells) => markdownRow(cells.map(codeSpan))),
      '',
    ].join('\n'),
  );
  return [`## ${codeSpan(heading)}`, '', ...blocks].join('\n');
}

const markdownRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function codeSpan(text: string): string {
  if (text === '') return '';
  const line = text.replace(/[\r\n]+/g, ' ').replaceAll('|', '\\|');
  const longestRun = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  const pad = longestRun > 0 ? ' ' : '';
  return fence + pad + line + pad + fence;
}

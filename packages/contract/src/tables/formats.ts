import type { Table } from './table.ts';

/** The data as received, with a line end. */
export function toJson(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** One block per table, each under its title when there are several; RFC 4180 quoting and line ends. */
export function toCsv(tables: readonly Table[]): string {
  const blocks = tables.map(({ title, columns, rows }) => {
    const lines = tables.length > 1 ? [[title], columns, ...rows] : [columns, ...rows];
    return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  });
  return blocks.join('\r\n');
}

/** Characters with which a formula in a spreadsheet begins. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Negative numbers stay numbers. Values with a plus are made text: phone numbers would lose it. */
const NUMBER = /^-\d+(\.\d+)?$/;

/**
 * A spreadsheet would run a cell that begins like a formula, and records may be hostile. An apostrophe makes it text.
 */
function csvCell(text: string): string {
  const isFormula = FORMULA_START.test(text) && !NUMBER.test(text);
  const harmless = isFormula ? `'${text}` : text;
  const mustQuote = harmless !== text || /[",\r\n]/.test(harmless);
  return mustQuote ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Tables in Markdown. Cells are code spans, so that nothing in a record becomes a link, an image or markup. */
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

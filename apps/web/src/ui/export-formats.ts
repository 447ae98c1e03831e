/** Text as a table; an answer may hold several. */
export interface ExportTable {
  readonly title: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** One block per table, each under its title when there are several; RFC 4180 quoting and line ends. */
export function toCsv(tables: readonly ExportTable[]): string {
  const blocks = tables.map(({ title, titles, rows }) => {
    const lines = tables.length > 1 ? [[title], titles, ...rows] : [titles, ...rows];
    return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  });
  return blocks.join('\r\n');
}

/** What a spreadsheet reads as the start of a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** A negative number is one, and stays one. With a plus it is text: a phone number would lose its plus as a number. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** A spreadsheet would run a cell that begins like a formula; records are hostile. An apostrophe makes it text. */
function csvCell(text: string): string {
  const isFormula = FORMULA_START.test(text) && !NUMBER.test(text);
  const harmless = isFormula ? `'${text}` : text;
  const mustQuote = harmless !== text || /[",\r\n]/.test(harmless);
  return mustQuote ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Tables for a ticket. Cells are code spans, so that nothing in a record becomes a link, an image or markup. */
export function toMarkdown(heading: string, tables: readonly ExportTable[]): string {
  const blocks = tables.map(({ title, titles, rows }) =>
    [
      `### ${title}`,
      '',
      markdownRow(titles),
      markdownRow(titles.map(() => '---')),
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

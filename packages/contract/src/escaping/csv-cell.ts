/** Negative numbers stay numbers. Values with a plus sign become text, since phone numbers would lose it. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** Characters that start a formula, and their full-width forms. */
const FORMULA = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/**
 * Where a spreadsheet begins a new cell inside a quoted one: if its locale separates cells by semicolons, it knows quotes
 * only at the start of what it takes for a cell.
 */
const SEPARATOR = /[;\t\r\n]/;
/** Skipped by some spreadsheets before a formula. */
const BLANK = /[\s"\p{Cc}\p{Cf}]/u;
/** These start a cell that some spreadsheets read without them. */
const SPACE_START = /^[\t\r\n]/;

/**
 * A cell of CSV (RFC 4180). An apostrophe turns possible formulas into text: spreadsheets would evaluate them, and records
 * may be hostile.
 */
export function csvCell(text: string): string {
  const harmless = NUMBER.test(text) ? text : withoutFormulas(text);
  const mustQuote = harmless !== text || /[",;\t\r\n]/.test(harmless);
  return mustQuote ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function withoutFormulas(text: string): string {
  let written = '';
  let [isStart, isFirst] = [true, true];
  for (const character of text) {
    // In front of the blanks, if that is the start of the cell.
    if (isStart && FORMULA.test(character)) written = isFirst ? `'${written}` : `${written}'`;
    const isSeparator = SEPARATOR.test(character);
    isStart = isSeparator || (isStart && BLANK.test(character));
    isFirst &&= isStart && !isSeparator;
    written += character;
  }
  return SPACE_START.test(written) ? `'${written}` : written;
}

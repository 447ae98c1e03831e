/** Texts without any character that GitHub Flavored Markdown reads as markup, or as part of an address that it links. */
const PLAIN = /^(?!.*www\.)[\p{L}\p{N}][\p{L}\p{N} .,()'%/+-]*$/iu;

/** The content of a heading, or of a cell in the first row of a table. Code only if it would be something else otherwise. */
export function markdownTitle(text: string): string {
  return PLAIN.test(text) ? text : markdownCell(text);
}

/** A code span in running text or in a heading: nothing in it becomes a link, an image or markup. */
export function markdownCode(text: string): string {
  return span(inOneLine(text));
}

/**
 * A code span in a cell of a table. A pipe ends the cell even there, unless a backslash stands before it. A backslash of the
 * text before the pipe leaves open which of the two is escaped, and readers differ: such a pipe stands between two code
 * spans, as a character reference, which is never a border.
 */
export function markdownCell(text: string): string {
  return inOneLine(text)
    .split(/(?<=\\)\|/)
    .map((part) => span(part).replaceAll('|', '\\|'))
    .join('&#124;');
}

const inOneLine = (text: string) => text.replace(/[\r\n]+/g, ' ');

function span(text: string): string {
  if (text === '') return '';
  const longestRun = !text.includes('`') ? 0 : Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  // A reader removes one space from each end, if both ends have one and there is something between them.
  const isStripped = /^ .* $/.test(text) && text.trim() !== '';
  const pad = isStripped || longestRun > 0 ? ' ' : '';
  return fence + pad + text + pad + fence;
}

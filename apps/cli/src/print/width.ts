import stringWidth from 'string-width';

const PLAIN = /^[\u0020-\u007e]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** After these a long word is broken rather than elsewhere. */
const BREAK_AFTER = /[:/.,;_=-]$/;

/** How many columns of a terminal a text takes: East Asian wide characters two, combining marks none. */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true });
}

/** The text with spaces behind it, to a number of columns. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)));
}

/**
 * The text in lines of at most `columns` columns, broken at spaces; a longer word is broken where it must be. At least
 * one line; leading spaces stay.
 */
export function wrap(text: string, columns: number): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S) +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = piecesOf(word, columns);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

/** The text in lines, all but the first of them behind `indent`; the first one is as much shorter as `before` is wide. */
export function wrapBehind(before: string, text: string, columns: number): string[] {
  const indent = ' '.repeat(widthOf(before));
  return wrap(text, Math.max(1, columns - indent.length)).map((line, index) => (index === 0 ? before : indent) + line);
}

function piecesOf(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let taken = 0;
  for (const { segment } of graphemes.segment(word)) {
    const width = widthOf(segment);
    if (taken + width > columns && piece.length > 0) {
      const rest = restBehindBreak(piece);
      pieces.push(piece.slice(0, piece.length - rest.length).join(''));
      piece = rest;
      taken = widthOf(rest.join(''));
    }
    piece.push(segment);
    taken += width;
  }
  return [...pieces, piece.join('')];
}

/** What is moved to the next line, so that the break is behind a separator; nothing where that would waste half a line. */
function restBehindBreak(piece: readonly string[]): string[] {
  const last = piece.findLastIndex((segment) => BREAK_AFTER.test(segment));
  return last < piece.length / 2 ? [] : piece.slice(last + 1);
}

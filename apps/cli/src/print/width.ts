import { eastAsianWidth } from 'get-east-asian-width';

/**
 * Letters and punctuation of one column each, which nearly all texts consist of: ASCII, Latin, Greek, Cyrillic, and symbols
 * used by Sonde.
 */
const SIMPLE =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0377\u0386-\u0482\u2010-\u2027\u2030-\u205e\u2713\u2717]*$/;
/** Characters that terminals show as pictures two columns wide: emoji, flags, and signs with the emoji selector. */
const PICTURE = /^\p{Emoji_Presentation}|^\p{Regional_Indicator}{2}|\ufe0f/u;
/** Marks over other characters, joiners, and the parts of a Hangul syllable behind its first. */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7ff]/gu;

/** Preferred places to break a long word. */
const BREAK_AFTER = /[:/.,;_=-]$/;

/** Created on demand: this takes longer than most commands take to print. */
let segmenter: Intl.Segmenter | null = null;

/** The graphemes of a text: what a reader regards as characters. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes: East Asian wide characters and pictures two, combining marks none. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  return graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

function graphemeWidth(grapheme: string): number {
  if (SIMPLE.test(grapheme)) return grapheme.length;
  if (PICTURE.test(grapheme)) return 2;
  const visible = Array.from(grapheme.replaceAll(WITHOUT_WIDTH, ''));
  return visible.reduce((sum, character) => sum + eastAsianWidth(character.codePointAt(0) ?? 0), 0);
}

/** Pads a text with spaces to a number of columns. */
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
  for (const grapheme of graphemesOf(word)) {
    const width = widthOf(grapheme);
    if (taken + width > columns && piece.length > 0) {
      const rest = restBehindBreak(piece);
      pieces.push(piece.slice(0, piece.length - rest.length).join(''));
      piece = rest;
      taken = widthOf(rest.join(''));
    }
    piece.push(grapheme);
    taken += width;
  }
  return [...pieces, piece.join('')];
}

/** The part moved to the next line so that the break follows a separator; empty if that would waste half a line. */
function restBehindBreak(piece: readonly string[]): string[] {
  const last = piece.findLastIndex((grapheme) => BREAK_AFTER.test(grapheme));
  return last < piece.length / 2 ? [] : piece.slice(last + 1);
}

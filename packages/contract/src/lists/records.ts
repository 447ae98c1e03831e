/** One row of a table, with the line on which it begins, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** As written in the text. */
  readonly text: string;
}

/** RFC 4180, extended by common usage: spaces around the quotes, and an unclosed quote is an ordinary character. */
const QUOTED = /[ ]*"((?:[^"]|"")*)"[ ]*(?=[,;\t\r\n]|$)/y;
const PLAIN = /[^,;\t\r\n]*/y;
const COMMENT = /[ \t]*(?:#[^\r\n]*)?(?:\r\n|[\r\n]|$)/y;
const LINE_END = /\r\n|[\r\n]/y;
/** A comment after an unquoted cell, as in hosts files. */
const COMMENT_BEHIND = /(?:^|\s)#[^\r\n]*/y;

/**
 * The rows of a text with commas, semicolons or tabs between its cells. A quoted cell may span several lines. Empty lines
 * and comments are skipped; a comment begins with `#` at the start of a line or after a space.
 */
export function* rowsOf(text: string): Generator<TableRow, void> {
  const end = text.length;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  while (at < end) {
    const blank = matchAt(COMMENT, text, at);
    if (blank !== null && blank[0] !== '') {
      at += blank[0].length;
      line += 1;
      continue;
    }
    const row = rowAt(text, at);
    yield { line, cells: row.cells, text: text.slice(at, row.end) };
    line += linesIn(text.slice(at, row.end));
    at = row.end;
    const broken = matchAt(LINE_END, text, at);
    if (broken === null) continue;
    at += broken[0].length;
    line += 1;
  }
}

function rowAt(text: string, start: number): { readonly cells: string[]; readonly end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = cellAt(text, at);
    cells.push(cell.value);
    at = cell.end;
    if (!/[,;\t]/.test(text.charAt(at))) return { cells, end: at };
    at += 1;
  }
}

function cellAt(text: string, at: number): { readonly value: string; readonly end: number } {
  const quoted = matchAt(QUOTED, text, at);
  if (quoted !== null) return { value: (quoted[1] ?? '').replaceAll('""', '"'), end: at + quoted[0].length };
  const [plain = ''] = matchAt(PLAIN, text, at) ?? [];
  const mark = plain.search(/(?:^|\s)#/);
  if (mark === -1) return { value: plain, end: at + plain.length };
  const [comment = ''] = matchAt(COMMENT_BEHIND, text, at + mark) ?? [];
  return { value: plain.slice(0, mark), end: at + mark + comment.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const linesIn = (text: string) => text.match(/\r\n|[\r\n]/g)?.length ?? 0;

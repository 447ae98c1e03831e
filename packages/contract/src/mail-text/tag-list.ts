// mail-text/: the records of mail in DNS, read from their text: tag lists (this file), SPF and DMARC.
// Tag lists, as used in DKIM, DMARC, MTA-STS, TLS-RPT and BIMI records.

/** One `name=value` of a record. */
export interface Tag {
  /** As written: tag names are case-sensitive in DKIM, but not in DMARC. */
  readonly name: string;
  /** Without surrounding space. */
  readonly value: string;
  /** Columns in the record where the name and the value start, from 1. */
  readonly column: number;
  readonly valueColumn: number;
}

/** An error, with its column from 1. */
export interface TextProblem {
  readonly column: number;
  readonly message: string;
}

export interface TagList {
  readonly tags: readonly Tag[];
  readonly problems: readonly TextProblem[];
}

/** Maximum length of a name quoted in a problem. */
const MAX_NAME = 40;
const SPACE = /[ \t\r\n]/;

/** Reads `name=value; name=value` (RFC 6376 section 3.2); a duplicate tag is listed twice. */
export function parseTagList(text: string): TagList {
  const tags: Tag[] = [];
  const problems: TextProblem[] = [];
  const seen = new Set<string>();
  for (let start = 0; start <= text.length; ) {
    const semicolon = text.indexOf(';', start);
    const end = semicolon === -1 ? text.length : semicolon;
    const piece = pieceAt(text, start, end);
    start = end + 1;
    if (piece === null) continue;
    const equals = text.indexOf('=', piece.from);
    const column = piece.from + 1;
    if (equals === -1 || equals >= piece.to) {
      problems.push({ column, message: 'a part that is not a tag' });
      continue;
    }
    const name = text.slice(piece.from, equals).trim();
    const value = pieceAt(text, equals + 1, piece.to);
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) problems.push({ column, message: 'a tag with an invalid name' });
    if (seen.has(name)) problems.push({ column, message: `the tag ${name.slice(0, MAX_NAME)} again` });
    seen.add(name);
    tags.push({
      name,
      column,
      value: value === null ? '' : text.slice(value.from, value.to),
      valueColumn: (value?.from ?? equals + 1) + 1,
    });
  }
  return { tags, problems };
}

/** The text between two offsets without surrounding space; null if there is none. */
function pieceAt(text: string, start: number, end: number): { readonly from: number; readonly to: number } | null {
  let [from, to] = [start, end];
  while (from < to && SPACE.test(text.charAt(from))) from += 1;
  while (to > from && SPACE.test(text.charAt(to - 1))) to -= 1;
  return from === to ? null : { from, to };
}

/** A piece of a macro-string (RFC 7208 section 7.1). */
export type MacroPart =
  | { readonly text: string }
  | {
      /** In lower case: s l o d i p h v, and c r t in explanations. */
      readonly letter: string;
      /** How many labels from the right are kept; null for all. */
      readonly digits: number | null;
      readonly isReversed: boolean;
      readonly delimiters: string;
      /** Written as a capital letter: the value is percent-encoded. */
      readonly isEscaped: boolean;
    };

export interface MacroString {
  readonly text: string;
  readonly parts: readonly MacroPart[];
  /** True if the result depends on the message. */
  readonly hasMacro: boolean;
}

/** An error in a macro-string, with its offset. */
export interface MacroError {
  readonly at: number;
  readonly message: string;
}

const EXPAND = /%\{([slodiphcrtv])(\d*)(r?)([.\-+,/_=]*)\}/iy;
const escapes: Readonly<Record<string, string>> = { '%%': '%', '%_': ' ', '%-': '%20' };
/** Larger numbers keep everything, since a name has at most 127 labels. */
const MOST_LABELS = 128;

/**
 * Reads a macro-string. `isExplanation` permits spaces, and the letters c, r and t.
 * @returns an error with the offset of the first invalid character
 */
export function parseMacroString(text: string, isExplanation = false): MacroString | MacroError {
  const parts: MacroPart[] = [];
  for (let at = 0; at < text.length; ) {
    const read = readPiece(text, at, isExplanation);
    if ('message' in read) return read;
    const last = parts.at(-1);
    if ('text' in read.part && last !== undefined && 'text' in last) {
      parts[parts.length - 1] = { text: last.text + read.part.text };
    } else parts.push(read.part);
    at = read.end;
  }
  return { text, parts, hasMacro: parts.some((part) => 'letter' in part) };
}

/** One character, one escape or one macro. */
function readPiece(
  text: string,
  at: number,
  isExplanation: boolean,
): { readonly part: MacroPart; readonly end: number } | MacroError {
  const character = text.charAt(at);
  if (character !== '%') {
    const code = text.charCodeAt(at);
    const isAllowed = (code > 0x20 && code < 0x7f) || (isExplanation && code === 0x20);
    return isAllowed ? { part: { text: character }, end: at + 1 } : { at, message: 'a character that is not allowed' };
  }
  const literal = escapes[text.slice(at, at + 2)];
  if (literal !== undefined) return { part: { text: literal }, end: at + 2 };
  EXPAND.lastIndex = at;
  const [all, letter = '', digits = '', reverse = '', delimiters = ''] = EXPAND.exec(text) ?? [];
  if (all === undefined) return { at, message: 'a percent sign that does not begin a macro' };
  const lower = letter.toLowerCase();
  if (!isExplanation && /[crt]/.test(lower)) return { at, message: `the macro ${letter} outside of an explanation` };
  if (digits !== '' && Number(digits) === 0) return { at, message: 'a macro with no labels left' };
  const part = {
    letter: lower,
    digits: digits === '' ? null : Math.min(Number(digits), MOST_LABELS),
    isReversed: reverse !== '',
    delimiters: delimiters === '' ? '.' : delimiters,
    isEscaped: letter !== lower,
  };
  return { part, end: at + all.length };
}

/** A domain-spec (RFC 7208 section 7.1): a macro-string that ends with a macro or a top label. */
export function parseDomainSpec(text: string): MacroString | MacroError {
  const read = parseMacroString(text);
  if ('message' in read) return read;
  if (/%[%_-]$|\}$/.test(text) && endsInMacro(text, read)) return read;
  const dot = text.endsWith('.') ? text.lastIndexOf('.', text.length - 2) : text.lastIndexOf('.');
  const label = text.slice(dot + 1).replace(/\.$/, '');
  const isTopLabel = /^[a-z0-9-]+$/i.test(label) && !/^-|-$|^\d+$/.test(label);
  return dot >= 0 && isTopLabel ? read : { at: 0, message: 'no valid domain name' };
}

function endsInMacro(text: string, { parts }: MacroString): boolean {
  const last = parts.at(-1);
  return (last !== undefined && 'letter' in last) || /(?:^|[^%])(?:%%)*%[%_-]$/.test(text);
}

/** Inserts values into a macro-string; a letter without a value expands to nothing. */
export function expandMacros({ parts }: MacroString, values: Readonly<Record<string, string>>): string {
  return parts.map((part) => ('text' in part ? part.text : expandOne(part, values[part.letter] ?? ''))).join('');
}

function expandOne(part: Exclude<MacroPart, { text: string }>, value: string): string {
  const pieces: string[] = [''];
  for (const character of value) {
    if (part.delimiters.includes(character)) pieces.push('');
    else pieces[pieces.length - 1] += character;
  }
  if (part.isReversed) pieces.reverse();
  const kept = part.digits === null ? pieces : pieces.slice(-part.digits);
  const text = kept.join('.');
  // RFC 3986 section 2.3: all characters except the unreserved ones.
  return part.isEscaped
    ? encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
    : text;
}

/** One field of a message's header (RFC 5322 section 2.2), unfolded. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/** Longer texts are cut: no header has that many characters. */
const MAX_LENGTH = 256 * 1024;
const MAX_FIELDS = 1000;

/** The fields of a pasted header, up to the first empty line; lines that belong to no field are left out. */
export function readFields(text: string): HeaderField[] {
  const fields: { name: string; parts: string[] }[] = [];
  for (const line of text
    .slice(0, MAX_LENGTH)
    .replace(/^\s+/, '')
    .split(/\r\n|\r|\n/)) {
    if (line === '' || fields.length > MAX_FIELDS) break;
    if (/^[ \t]/.test(line)) {
      fields.at(-1)?.parts.push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (/^[\x21-\x7e]{1,100}$/.test(name))
      fields.push({ name: name.toLowerCase(), parts: [line.slice(colon + 1).trim()] });
  }
  return fields.map(({ name, parts }) => ({ name, value: parts.join(' ') }));
}

/** Splits at a character outside of quotes and comments; comments are removed. */
export function splitOutside(text: string, separator: string): string[] {
  const pieces: string[] = [''];
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      at += 1;
      if (depth === 0) pieces[pieces.length - 1] += character + text.charAt(at);
      continue;
    }
    if (character === '"' && depth === 0) isQuoted = !isQuoted;
    if (character === '(' && !isQuoted) depth += 1;
    if (depth === 0 && character === separator && !isQuoted) pieces.push('');
    else if (depth === 0) pieces[pieces.length - 1] += character;
    if (character === ')' && !isQuoted && depth > 0) depth -= 1;
  }
  return pieces.map((piece) => piece.trim());
}

// message-header/: the header of a message, read from its text: its path, who checked it, and why it may be in spam.
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

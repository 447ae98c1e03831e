/**
 * Characters that a terminal may execute or a reader be misled by: C0 and C1 controls, directional marks and overrides
 * (Unicode TR 9), line separators, lone surrogates, invisible characters (soft hyphens, zero-width spaces, tags), and
 * characters invalid in XML. Values come from servers that may be malicious. Joiners are kept: scripts and emoji need them.
 */
const UNPRINTABLE =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;

/** Text for one line of a terminal, with unprintable characters escaped. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => escapeOf(character, '\\x', 2));
}

/**
 * JSON for a terminal or a pipe: the same value, with unprintable characters escaped that JSON would leave unescaped. On
 * one line, or indented.
 */
export function printableJson(value: unknown, indent: 0 | 2 = 2): string {
  const json = JSON.stringify(value, null, indent);
  // A line feed in JSON text is layout; inside a string it is escaped already.
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escapeOf(character, '\\u', 4)));
}

function escapeOf(character: string, short: string, digits: number): string {
  return Array.from({ length: character.length }, (_, index) => {
    const hex = character.charCodeAt(index).toString(16);
    return hex.length <= digits ? short + hex.padStart(digits, '0') : `\\u${hex.padStart(4, '0')}`;
  }).join('');
}

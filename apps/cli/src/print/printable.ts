/**
 * What a terminal would execute, or a reader be misled by: C0 and C1 controls, directional marks and overrides (Unicode
 * TR 9), line separators, halves of surrogate pairs. Values come from servers that may be malicious.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Text for one line of a terminal, with unprintable characters escaped. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => escapeOf(character, '\\x', 2));
}

/** JSON for a terminal or a pipe: the same value, with unprintable characters escaped that JSON would leave as they are. */
export function printableJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  // A line feed in JSON text is layout; inside a string it is escaped already.
  return json.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escapeOf(character, '\\u', 4)));
}

function escapeOf(character: string, short: string, digits: number): string {
  const hex = character.charCodeAt(0).toString(16);
  return hex.length <= digits ? short + hex.padStart(digits, '0') : `\\u${hex.padStart(4, '0')}`;
}

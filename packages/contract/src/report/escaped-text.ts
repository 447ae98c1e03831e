/** Control characters, and characters that reverse the direction of text or take no space: they disguise names. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text from outside as a piece of HTML, between tags or in a quoted attribute; invisible characters are written out. */
export function escapedText(text: string): string {
  return text
    .replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`)
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

import { escapeMarkup } from './escaping.ts';

/** Control characters, and characters that reverse the direction of text or are invisible: they can disguise names. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** An untrusted text for HTML, between tags or in a quoted attribute. Invisible characters are written out. */
export function htmlText(text: string): string {
  return escapeMarkup(
    text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`),
  );
}

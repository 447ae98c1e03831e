/** Controls, and what turns the direction of text around or takes no space: they make a name look like another one. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** A text of strangers as it can be read: what is not seen is written out, as in `pay\u{202e}moc.lap`. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);
}

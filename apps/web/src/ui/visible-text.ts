import type { ReactNode } from 'react';

/** Controls, and what turns the direction of text around or takes no space: they make a name look like another one. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text of strangers as it can be read: what is not seen is written out, as in `pay\u{202e}moc.lap`. The parts of the kit
 * show every value so; what is copied or exported stays as it is.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);
}

/** The same for a text of many lines, whose ends and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visibleText);
}

/** The same for a part of the kit that takes text or more. */
export function visibleNode(node: ReactNode): ReactNode {
  return typeof node === 'string' ? visibleText(node) : node;
}

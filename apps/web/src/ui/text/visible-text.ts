// In this folder: text from outside, made safe and readable.
import type { ReactNode } from 'react';

/** Control characters, and characters that reverse the direction of text or have no width: they can disguise names. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * A text from outside with invisible characters written out, as in `pay\u{202e}moc.lap`. All components display values
 * this way; copies and exports keep the original.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);
}

/** The same for a text of several lines, which keeps line breaks and tabs. */
export function visibleLines(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/[^\n\t]+/g, visibleText);
}

/** The same for components that accept text or elements. */
export function visibleNode(node: ReactNode): ReactNode {
  return typeof node === 'string' ? visibleText(node) : node;
}

import { toUnicodeName } from '@sonde/contract/target/unicode-name';
import { visibleText } from './visible-text.ts';

/** A name with an A-label in it (RFC 5890), wherever it stands in a text. */
const NAME_WITH_A_LABEL = /(?<![\w.-])(?:[a-z\d_-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d-]+)*/g;

/**
 * A text of strangers as it is shown: every IDN in both of its spellings, `bücher.de (xn--bcher-kva.de)`, since either
 * alone may mislead. First comes the spelling that the visitor used.
 */
export function shownText(text: string): string {
  return visibleText(inBothSpellings(text));
}

/** The same with nothing else changed, for what is exported. */
export function inBothSpellings(text: string): string {
  if (!text.includes('xn--')) return text;
  return text.replace(NAME_WITH_A_LABEL, (name) => {
    const unicode = toUnicodeName(name);
    if (unicode === null) return name;
    return isAskedInAscii() ? `${name} (${unicode})` : `${unicode} (${name})`;
  });
}

/** One name in the spelling that the visitor used, for a link to another lookup of it. */
export function asTyped(name: string): string {
  return isAskedInAscii() ? name : (toUnicodeName(name) ?? name);
}

/** The page's address holds what was asked for, as it was typed. */
function isAskedInAscii(): boolean {
  return location.search.toLowerCase().includes('xn--');
}

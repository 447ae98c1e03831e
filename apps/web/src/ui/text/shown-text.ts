import { toUnicodeName } from '@sonde/contract/targets/unicode-name';
import { visibleText } from './visible-text.ts';

/** A name with an A-label (RFC 5890) anywhere in a text. */
const NAME_WITH_A_LABEL = /(?<![\w.-])(?:[a-z\d_-]+\.)*xn--[a-z\d-]+(?:\.[a-z\d-]+)*/g;

/**
 * A text from outside for display: every IDN in both spellings, `bücher.de (xn--bcher-kva.de)`, because either alone
 * may mislead. The spelling that the visitor used comes first.
 */
export function shownText(text: string): string {
  return visibleText(inBothSpellings(text));
}

/** Adds the other spelling without further changes, for exports. */
export function inBothSpellings(text: string): string {
  if (!text.includes('xn--')) return text;
  return text.replace(NAME_WITH_A_LABEL, (name) => {
    const unicode = toUnicodeName(name);
    if (unicode === null) return name;
    return isAskedInAscii() ? `${name} (${unicode})` : `${unicode} (${name})`;
  });
}

/** A name in the spelling that the visitor used, for a link to another lookup. */
export function asTyped(name: string): string {
  return isAskedInAscii() ? name : (toUnicodeName(name) ?? name);
}

/** The page's address holds the target as typed. */
function isAskedInAscii(): boolean {
  return location.search.toLowerCase().includes('xn--');
}

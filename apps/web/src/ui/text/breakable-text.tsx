import { Fragment, type ReactNode } from 'react';
import { shownText } from './shown-text.ts';

/** A time of day or an IPv4 address. */
const WHOLE = /^(?:\d\d:\d\d(?::\d\d)?|\d+(?:\.\d+){3})$/;
/** Shorter words fit into any line. Beside other words, a longer one moves to a line of its own first. */
const SHORT = { alone: 12, besideOthers: 24 } as const;
const LONGEST = 2000;
/** In a table of names, only longer ones may break; the others stay in one piece. */
export const LONG_NAME = 24;

/** A text with long names, addresses or bytes in hex, which may break after a dot, comma, underscore or colon. */
export function BreakableText({ text }: { readonly text: string }) {
  return breakable(shownText(text));
}

/** The same for a text whose invisible characters are already written out. */
export function breakable(visible: string): ReactNode {
  // A longer text is neither a name nor a URL, and an element for each of a million dots would block the browser.
  if (visible.length > LONGEST) return visible;
  const words = visible.split(/(?<= )/);
  const short = words.length === 1 ? SHORT.alone : SHORT.besideOthers;
  return withBreaks(words.flatMap((word) => piecesOf(word, short)));
}

/** Pieces of a text, between which it may break. */
export function withBreaks(pieces: readonly string[]): ReactNode {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no identity
    <Fragment key={index}>
      {index > 0 && !pieces[index - 1]?.endsWith(' ') && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** A word with the space after it. Browsers break at hyphens themselves. */
function piecesOf(word: string, short: number): readonly string[] {
  const isWhole = word.trim().length <= short || WHOLE.test(word.trim());
  return isWhole ? [word] : (word.match(/[^.,_:@/]*[.,_:@/]+ ?|[^.,_:@/]+/g) ?? []);
}

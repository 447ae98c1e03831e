import type { ReactNode } from 'react';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

/** An option of a command, which would otherwise wrap after its hyphen. */
const OPTION = /(?<= )(--?[a-z][\w-]*)/;

/** A sentence that may quote hostile text, with times in the visitor's time zone. */
export function shownSentence(text: string): ReactNode {
  return withLocalTimes(visibleText(text))
    .split(OPTION)
    .map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
        <span key={index} className="option">
          {part}
        </span>
      ),
    );
}
